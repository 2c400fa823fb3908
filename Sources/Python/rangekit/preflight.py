"""preflight.h: what an application must declare before it may range.

for declaration in preflight(System.IOS, ConfigurationKind.ACCESSORY, Option.BACKGROUND):
    print(declaration)
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import as_integer, default
from rangekit.configuration import ConfigurationKind, Option
from rangekit.errors import check

_DISTANCE_ALONE = Option(0)


class System(enum.IntEnum):
    """The system that an application runs on."""

    IOS = c.RANGEKIT_SYSTEM_IOS
    ANDROID = c.RANGEKIT_SYSTEM_ANDROID


class DeclarationForm(enum.IntEnum):
    """How something is declared."""

    USAGE_TEXT = c.RANGEKIT_DECLARATION_USAGE_TEXT  #: a key with a sentence for the user, in the property list
    BACKGROUND_MODE = c.RANGEKIT_DECLARATION_BACKGROUND_MODE  #: a value of UIBackgroundModes
    PERMISSION = c.RANGEKIT_DECLARATION_PERMISSION  #: in the manifest, and asked for while the application runs
    ENTITLEMENT = c.RANGEKIT_DECLARATION_ENTITLEMENT  #: granted by the system's maker
    PAIRING = c.RANGEKIT_DECLARATION_PAIRING  #: done with the user before the session
    SYSTEM = c.RANGEKIT_DECLARATION_SYSTEM  #: the oldest system that has it
    UNAVAILABLE = c.RANGEKIT_DECLARATION_UNAVAILABLE  #: no version of the system has it


@dataclasses.dataclass(frozen=True)
class Declaration:
    """Something that an application must declare."""

    name: str  #: its key, value or name
    form: DeclarationForm
    text: str  #: what it is for and what happens without it

    def __str__(self) -> str:
        return f"{self.name} ({self.form.name.lower().replace('_', ' ')}): {self.text}"


def preflight(
    system: System, kind: ConfigurationKind, options: Option = _DISTANCE_ALONE, *, version: int = 0
) -> list[Declaration]:
    """What must be declared.

    Args:
        system: where the application runs.
        kind: of the configuration that it wants.
        options: of those that the kind has.
        version: the oldest major version that the application runs on; 0: unknown.

    Raises:
        ArgumentError: an option that the kind does not have.
    """
    request = default(c.rangekit_preflight_request, library.rangekit_preflight_request_default)
    request.system = as_integer("system", system, ctypes.c_int32)
    request.kind = as_integer("kind", kind, ctypes.c_int32)
    request.options = as_integer("options", options, ctypes.c_uint32)
    request.version = as_integer("version", version, ctypes.c_uint32)
    numbers = (ctypes.c_int32 * c.RANGEKIT_DECLARATIONS_MAX_COUNT)()
    count = ctypes.c_size_t()
    check(
        library.rangekit_preflight(request, numbers, len(numbers), count),
        f"{kind!r} on {system!r} does not have all of {options!r}",
    )
    return [
        Declaration(
            library.rangekit_declaration_name(number).decode(),
            DeclarationForm(library.rangekit_declaration_form(number)),
            library.rangekit_declaration_text(number).decode(),
        )
        for number in numbers[: count.value]
    ]
