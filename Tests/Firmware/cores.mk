# The cores that `make firmware` builds for: name, Swift's triple, the flags that clang and gcc share, the binutils,
# and the machine in qemu. Where the toolchain has no library of its own for a core, the nearest that fits it.

CORES := cortex-m0plus cortex-m4f cortex-m33 riscv32

cortex-m0plus.triple := armv6m-none-none-eabi
cortex-m0plus.cpu := -mcpu=cortex-m0plus -mfloat-abi=soft
cortex-m0plus.machine := microbit

cortex-m4f.triple := armv7em-none-none-eabi
cortex-m4f.cpu := -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16
cortex-m4f.machine := mps2-an386

# Swift has no library for v8-M: v7E-M's, of which a v8-M core runs every instruction. Our own code is v8-M.
cortex-m33.triple := armv7em-none-none-eabi
cortex-m33.cpu := -mcpu=cortex-m33 -mfloat-abi=hard -mfpu=fpv5-sp-d16
cortex-m33.machine := mps2-an505
cortex-m33.note := (Swift's own library: v7E-M, the nearest)

riscv32.triple := riscv32-none-none-eabi
riscv32.cpu := -march=rv32imac -mabi=ilp32
riscv32.machine := virt

# Where code and data lie on those machines, and how much there is.
cortex-m0plus.memory := 0x00000000 256K 0x20000000 16K
cortex-m4f.memory := 0x00000000 4M 0x20000000 64K
cortex-m33.memory := 0x10000000 4M 0x38000000 64K
riscv32.memory := 0x80000000 4M 0x80400000 64K

binutils = $(if $(filter riscv32,$1),riscv64-unknown-elf-,arm-none-eabi-)
