"""What every class behind an opaque handle shares: making it, closing it, one thread at a time."""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import assign, default, name_refused_option, option_names
from rangekit.base import Status
from rangekit.errors import ArgumentError, check, error_for

if TYPE_CHECKING:
    from typing_extensions import Self


class Handle:
    """A handle of the library with its options. The calls of one wait for each other when threads share it.

    A subclass names its part of the contract, `filter` for `rangekit_filter`, what people call it, and what each
    option may be.
    """

    _part: ClassVar[str]
    _noun: ClassVar[str]
    _option_ranges: ClassVar[Mapping[str, str]]
    #: Options that are no plain numbers; the class sets them itself.
    _hidden_options: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, options: Mapping[str, Any], preset: Callable[[ctypes.Structure], None] | None = None) -> None:
        self._options = self._defaults(preset)
        assign(self._options, options, self._option_ranges)
        self._handle: Any = None
        self._handle = self._create(options, preset)
        self._destroy = weakref.finalize(self, self._call("destroy"), self._handle)
        self._lock = threading.Lock()

    @property
    def options(self) -> dict[str, int | float]:
        """The options in use, by the names of the header."""
        names = [name for name in option_names(type(self._options)) if name not in self._hidden_options]
        return {name: getattr(self._options, name) for name in names}

    def reset(self) -> None:
        """Forgets all that it was given; the options stay."""
        with self._lock:
            check(self._call("reset")(self._open()))

    def close(self) -> None:
        """Ends it. Closing twice is fine."""
        with self._lock:
            self._handle = None
            self._destroy()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:  # copy.copy, copy.deepcopy and pickle all ask here
        name = type(self).__name__
        raise TypeError(
            f"a {name} cannot be copied or pickled: its state is in the library's memory. "
            f"{name}(**{self._noun}.options) makes an empty one with the same options"
        )

    def __repr__(self) -> str:
        state = "" if self._handle else "closed, "
        options = ", ".join(f"{name}={value:g}" for name, value in self.options.items())
        return f"<{type(self).__name__}: {state}{options}>"

    @classmethod
    def _call(cls, verb: str) -> Any:
        return getattr(library, f"rangekit_{cls._part}_{verb}")

    @classmethod
    def _defaults(cls, preset: Callable[[ctypes.Structure], None] | None) -> ctypes.Structure:
        structure: ctypes.Structure = default(getattr(c, f"rangekit_{cls._part}_options"), cls._call("options_default"))
        if preset is not None:
            preset(structure)
        return structure

    def _open(self) -> Any:
        if self._handle is None:
            raise error_for(Status.ERROR_INVALID_HANDLE, f"this {self._noun} is closed; make a new one")
        return self._handle

    def _make(self, structure: ctypes.Structure, handle: Any) -> int:
        """Calls the library's _create; a subclass that passes it more says so here."""
        return int(self._call("create")(structure, handle))

    def _create(self, options: Mapping[str, Any], preset: Callable[[ctypes.Structure], None] | None) -> Any:
        """A handle on the heap; an option that the library refuses is named."""
        handle = ctypes.POINTER(getattr(c, f"rangekit_{self._part}"))()
        status = self._make(self._options, handle)
        if status in (Status.ERROR_OUT_OF_RANGE, Status.ERROR_NOT_FINITE, Status.ERROR_UNKNOWN_OPTION):
            raise name_refused_option(
                ArgumentError(status), options, self._option_ranges, lambda name: self._try(name, options[name], preset)
            )
        check(status)
        return handle

    def _try(self, name: str, value: Any, preset: Callable[[ctypes.Structure], None] | None) -> int:
        """What the library says to one option beside the defaults."""
        structure = self._defaults(preset)
        assign(structure, {name: value})
        handle = ctypes.POINTER(getattr(c, f"rangekit_{self._part}"))()
        status = self._make(structure, handle)
        self._call("destroy")(handle)
        return int(status)
