"""What bytes of any known format say about a session: the one place where commands ask for its parameters."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import NamedTuple

from rangekit import android_oob, uci
from rangekit.accessory import AccessoryConfiguration, Message, MessageId, ShareableConfiguration
from rangekit.android_oob import Content, ContentField
from rangekit.errors import RangeKitError
from rangekit.inspection import rank
from rangekit.inspection.uci import app_config_payload
from rangekit.parameters import ByteOrder, Parameters, from_android_uwb, from_uci


class UciOptions(NamedTuple):
    """What UCI's bytes do not say about themselves."""

    major: int = 1
    byte_order: ByteOrder = ByteOrder.AS_GIVEN


@dataclasses.dataclass(frozen=True)
class Recognised:
    """Bytes of a known format that says something about a session."""

    format: str  #: "accessory configuration", for people
    parameters: Parameters
    notes: tuple[str, ...] = ()  #: what the parameters do not hold


def _message(data: bytes, _: UciOptions) -> Recognised:
    """A message of the accessory protocol with a configuration in it."""
    message = Message.decode(data)
    if message.id == MessageId.CONFIGURATION:
        parameters = AccessoryConfiguration.decode(message.body).parameters()
        return Recognised("message with accessory configuration", parameters)
    if message.id == MessageId.CONFIGURE_AND_START:
        parameters = ShareableConfiguration.decode(message.body).parameters()
        return Recognised("message with shareable configuration", parameters)
    raise ValueError(f"message {message.name} holds no configuration")


def _accessory(data: bytes, _: UciOptions) -> Recognised:
    return Recognised("accessory configuration", AccessoryConfiguration.decode(data).parameters())


def _shareable(data: bytes, _: UciOptions) -> Recognised:
    return Recognised("shareable configuration", ShareableConfiguration.decode(data).parameters())


def _uwb(data: bytes, _: UciOptions) -> Recognised:
    return Recognised("UWB configuration", AccessoryConfiguration.decode_uwb(data).parameters())


def _android(data: bytes, _: UciOptions) -> Recognised:
    message = android_oob.Message.decode(data)
    for content in message.contents:
        if content.fields & ContentField.UWB_CONFIGURATION:
            return _android_content(content)
    raise ValueError("the message holds no UWB configuration")


def _android_technology(data: bytes, _: UciOptions) -> Recognised:
    return _android_content(Content.decode(data, android_oob.MessageID.CONFIGURATION))


def _android_content(content: Content) -> Recognised:
    parameters, key_is_read = from_android_uwb(content)
    notes = () if key_is_read else (f"a key of {len(content.data)} bytes, which means nothing to Android",)
    return Recognised("Android UWB configuration", parameters, notes)


def _uci(data: bytes, options: UciOptions) -> Recognised:
    assembler = uci.Assembler()
    payloads = [
        message.payload
        for message in assembler.feed(data)
        if (message.message_type, message.group, message.opcode)
        == (uci.MessageType.COMMAND, uci.Group.SESSION_CONFIG, 3)
    ]
    for error in assembler.refusals:
        raise error
    if not payloads:
        raise ValueError("no packet is a SESSION_SET_APP_CONFIG command")
    return _uci_app_config(payloads[-1], options)


def _uci_app_config(data: bytes, options: UciOptions) -> Recognised:
    parameters, unread = from_uci(data, uci_major=options.major, byte_order=options.byte_order)
    names = (uci.name(uci.Names.APP_CONFIG, number) for number in unread)
    notes = [f"not held by the parameters: {', '.join(names)}"] if unread else []
    return Recognised("UCI application configuration", parameters, tuple(notes))


def _uci_tlvs(data: bytes, options: UciOptions) -> Recognised:
    # Without a command there is no session id: it is not taken for 0.
    return _uci_app_config(app_config_payload(data), options._replace(major=2))


#: What reads the formats that say something about a session, by their names.
READERS: dict[str, Callable[[bytes, UciOptions], Recognised]] = {
    "accessory-message": _message,
    "accessory-configuration": _accessory,
    "shareable-configuration": _shareable,
    "uwb-configuration": _uwb,
    "android-oob": _android,
    "android-technology": _android_technology,
    "uci": _uci,
    "uci-app-config": _uci_app_config,
    "uci-app-config-tlvs": _uci_tlvs,
}
PARAMETER_FORMATS = tuple(READERS)

#: How much less a guess may have than the best one to be tried too; see `rangekit.inspection.Guess`.
_NEARLY = 30


def recognise(data: bytes, format: str | None = None, options: UciOptions = UciOptions()) -> Recognised:  # noqa: B008
    """What some bytes say about a session.

    Args:
        data: the bytes.
        format: one of `PARAMETER_FORMATS`; left out, the likeliest that says something.
        options: what UCI's bytes do not say about themselves.

    Raises:
        ValueError: no format accepts them; the message says what each has against them.
    """
    guesses = rank(data) if format is None else []
    # What is far less likely than the best guess would be a coincidence.
    ranked = [guess.format for guess in guesses if guess.score > guesses[0].score - _NEARLY] if not format else [format]
    likely = [name for name in ranked if name in READERS]
    refusals = []
    for name in likely:
        try:
            return READERS[name](data, options)
        except RangeKitError as error:
            refusals.append(f"{name}: {error.message} [{error.name}]")
        except ValueError as error:
            refusals.append(f"{name}: {error}")
    if ranked and not likely:
        raise ValueError(f"the bytes look like {ranked[0]}, which says nothing about a session's parameters")
    raise ValueError("\n".join(_lines(refusals)))


def _lines(refusals: list[str]) -> Iterator[str]:
    yield "no format that is known has these bytes:"
    yield from (f"  {refusal}" for refusal in refusals or ["they look like none of " + ", ".join(PARAMETER_FORMATS)])
