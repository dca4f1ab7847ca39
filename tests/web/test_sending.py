"""Sending: a frame is encoded once for everyone, and everyone receives frames in order."""

from __future__ import annotations

import pytest
from websockets.frames import Frame as WebsocketFrame
from websockets.frames import Opcode

from uth.units import PlayerId
from uth.web.listeners import QUEUE_MAX, Listener, frame, websocket_frame


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_text_is_framed_as_the_websockets_library_frames_it(length: int) -> None:
    text = b"x" * length
    assert websocket_frame(text) == WebsocketFrame(Opcode.TEXT, text).serialize(mask=False)


def test_a_frame_that_no_json_writer_likes_is_sent_all_the_same() -> None:
    said = frame("said", name="\ud800", seat=2**70)
    assert said.encoded.endswith(said.text.encode())
    assert str(2**70) in said.text


def test_what_waits_is_heard_before_what_comes_after_it() -> None:
    sent: list[int] = []
    reads = True

    def send_now(said: object) -> bool:
        assert isinstance(said, dict)
        if reads:
            sent.append(said["n"])
        return reads

    listener = Listener(player=PlayerId("ann"), send_now=send_now)
    listener.send({"n": 1})
    reads = False
    listener.send({"n": 2})
    reads = True
    listener.send({"n": 3})
    assert (sent, [each["n"] for each in listener.queue]) == ([1], [2, 3])
    assert listener.queued.is_set()


def test_a_listener_for_whom_too_much_waits_is_given_up() -> None:
    listener = Listener(player=None)
    for number in range(QUEUE_MAX):
        listener.send({"n": number})
    assert not listener.behind
    listener.send({"n": QUEUE_MAX})
    assert listener.behind
    assert listener.closing.is_set()
    assert len(listener.queue) == QUEUE_MAX
