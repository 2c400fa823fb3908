"""Writes a C source that defines every function of the public headers and does nothing.

ABI tools read the debug information of C compilers, and see nothing in what Swift leaves; compiled from
the same headers, the stub has the library's ABI. check.py proves that it has every function.

    make_stub.py INCLUDE > stub.c

SPDX-License-Identifier: MIT
"""

import sys

from prototypes import prototypes


def main():
    print('#include "rangekit.h"\n')
    for prototype in prototypes(sys.argv[1]).values():
        value = "" if prototype.startswith("void ") else "return 0; "
        print(f"{prototype} {{ {value}}}")


if __name__ == "__main__":
    main()
