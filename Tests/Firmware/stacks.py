"""Writes the assembly that measures the stack of each export: the linker sends calls to it (--wrap), it paints the
stack below, calls the export with the same arguments in the same places, and keeps the deepest mark it found.

    stacks.py NAMES arm|riscv ASSEMBLY LINKER_OPTIONS

SPDX-License-Identifier: MIT
"""

import pathlib
import sys

PAINT = "0xC5C5C5C5"

# r12 is all that a call leaves free on Armv6-M, so r0 to r3 and the return address wait in memory.
ARM_ENTER = f"""
    .syntax unified
    .thumb
    .section .text.stack_enter, "ax"
    .p2align 2
    .thumb_func
stack_enter:
    str r2, [r0, #8]
    str r3, [r0, #12]
    mov r1, r12
    str r1, [r0, #0]
    ldr r1, =image_stack_bottom
    ldr r2, ={PAINT}
    mov r3, sp
1:  cmp r1, r3
    bhs 2f
    str r2, [r1]
    adds r1, #4
    b 1b
2:  ldr r1, [r0, #20]
    ldr r1, [r1, #4]
    mov r12, r1
    ldr r1, [r0, #4]
    ldr r2, [r0, #8]
    ldr r3, [r0, #12]
    ldr r0, [r0, #0]
    blx r12
    ldr r2, =stack_saved
    str r0, [r2, #0]
    str r1, [r2, #4]
    ldr r0, =image_stack_bottom
    ldr r1, ={PAINT}
    mov r12, sp
3:  cmp r0, r12
    bhs 4f
    ldr r3, [r0]
    cmp r3, r1
    bne 4f
    adds r0, #4
    b 3b
4:  mov r3, sp
    subs r3, r3, r0
    ldr r0, [r2, #20]
    ldr r1, [r0, #8]
    cmp r3, r1
    bls 5f
    str r3, [r0, #8]
5:  ldr r0, [r2, #0]
    ldr r1, [r2, #4]
    ldr r3, [r2, #16]
    bx r3
    .ltorg
"""

ARM_WRAP = """
    .section .text.wrap.{name}, "ax"
    .p2align 2
    .thumb_func
    .global __wrap_{name}
__wrap_{name}:
    mov r12, r0
    ldr r0, =stack_saved
    str r1, [r0, #4]
    mov r1, lr
    str r1, [r0, #16]
    ldr r1, =record_{name}
    str r1, [r0, #20]
    bl stack_enter
    .ltorg
"""

RISCV_ENTER = f"""
    .section .text.stack_enter, "ax"
    .p2align 2
stack_enter:
    la t1, stack_saved
    sw ra, 16(t1)
    sw t0, 20(t1)
    la t2, image_stack_bottom
    li t3, {PAINT}
1:  bgeu t2, sp, 2f
    sw t3, 0(t2)
    addi t2, t2, 4
    j 1b
2:  lw t2, 4(t0)
    jalr ra, 0(t2)
    la t1, stack_saved
    la t2, image_stack_bottom
    li t3, {PAINT}
3:  bgeu t2, sp, 4f
    lw t4, 0(t2)
    bne t4, t3, 4f
    addi t2, t2, 4
    j 3b
4:  sub t2, sp, t2
    lw t0, 20(t1)
    lw t3, 8(t0)
    bleu t2, t3, 5f
    sw t2, 8(t0)
5:  lw ra, 16(t1)
    ret
"""

RISCV_WRAP = """
    .section .text.wrap.{name}, "ax"
    .p2align 2
    .global __wrap_{name}
__wrap_{name}:
    la t0, record_{name}
    tail stack_enter
"""

# A record: the name, the export, the depth. The image reads them from stack_records to stack_records_end.
RECORD = """
    .section .data.stacks, "aw"
    .p2align 2
record_{name}:
    .word name_{name}
    .word __real_{name}
    .word 0
    .section .rodata.stacks, "a"
name_{name}:
    .asciz "{name}"
"""


def main():
    used, machine, assembly, options = sys.argv[1:5]
    names = sorted(set(pathlib.Path(used).read_text().split()))
    enter, wrap = (ARM_ENTER, ARM_WRAP) if machine == "arm" else (RISCV_ENTER, RISCV_WRAP)
    start = '\n    .section .data.stacks, "aw"\n    .p2align 2\n    .global stack_records\nstack_records:\n'
    end = '\n    .section .data.stacks, "aw"\n    .global stack_records_end\nstack_records_end:\n'
    saved = "\n    .section .bss.stacks\n    .p2align 2\nstack_saved:\n    .skip 24\n"
    text = enter + start + "".join(wrap.format(name=n) + RECORD.format(name=n) for n in names) + end + saved
    pathlib.Path(assembly).write_text("/* Made by stacks.py. */\n" + text)
    pathlib.Path(options).write_text("".join(f"--wrap={name}\n" for name in names))


main()
