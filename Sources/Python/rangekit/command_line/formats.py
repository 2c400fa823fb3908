"""Recognises what bytes are: the one place where commands ask which format some input has."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator

from rangekit.accessory import AccessoryConfiguration, Message, MessageId, ShareableConfiguration
from rangekit.errors import MessageError
from rangekit.parameters import Parameters


@dataclasses.dataclass(frozen=True)
class Recognised:
    """Bytes of a known format that says something about a session."""

    format: str  #: "accessory configuration", for people
    parameters: Parameters


def _message(data: bytes) -> Recognised:
    """A message of the accessory protocol with a configuration in it."""
    message = Message.decode(data)
    if message.id == MessageId.CONFIGURATION:
        parameters = AccessoryConfiguration.decode(message.body).parameters()
        return Recognised("message with accessory configuration", parameters)
    if message.id == MessageId.CONFIGURE_AND_START:
        parameters = ShareableConfiguration.decode(message.body).parameters()
        return Recognised("message with shareable configuration", parameters)
    raise ValueError(f"message {message.name} holds no configuration")


def _accessory(data: bytes) -> Recognised:
    return Recognised("accessory configuration", AccessoryConfiguration.decode(data).parameters())


def _shareable(data: bytes) -> Recognised:
    return Recognised("shareable configuration", ShareableConfiguration.decode(data).parameters())


def _uwb(data: bytes) -> Recognised:
    return Recognised("UWB configuration", AccessoryConfiguration.decode_uwb(data).parameters())


#: What reads each format, the stricter before the laxer.
READERS: list[tuple[str, Callable[[bytes], Recognised]]] = [
    ("message of the accessory protocol", _message),
    ("accessory configuration", _accessory),
    ("shareable configuration", _shareable),
    ("UWB configuration", _uwb),
]


def recognise(data: bytes) -> Recognised:
    """What some bytes say about a session.

    Raises:
        ValueError: no format accepts them; the message says what each has against them.
    """
    refusals = []
    for name, reader in READERS:
        try:
            return reader(data)
        except MessageError as error:
            refusals.append(f"{name}: {error.message} [{error.name}]")
        except ValueError as error:
            refusals.append(f"{name}: {error}")
    raise ValueError("\n".join(_lines(refusals)))


def _lines(refusals: list[str]) -> Iterator[str]:
    yield "no format that is known has these bytes:"
    yield from (f"  {refusal}" for refusal in refusals)
