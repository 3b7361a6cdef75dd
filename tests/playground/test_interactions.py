"""Interactions with raw requests: deadlines, number of answers, token lifetimes."""

from typing import Any

import pytest

from rig import LIMIT

from .raw import EPHEMERAL, V2, GatewayClient, Raw, Wire, button, row, text

UNKNOWN = {"message": "Unknown Interaction", "code": 10062}
HELLO = {"type": 4, "data": {"content": "hello"}}
PRIVATE = {"type": 4, "data": {"content": "psst", "flags": EPHEMERAL}}


async def test_an_answer_after_three_seconds_is_10062(raw: Raw, gateway: GatewayClient) -> None:
    received = await raw.ask(gateway)
    raw.clock.now += 3.1
    late = await raw.call("POST", received.callback, HELLO)
    assert (late.status, late.body) == (404, UNKNOWN)
    # The person's client gives up after three seconds of its own.
    outcome = await received.outcome
    assert (outcome["state"], outcome["kind"]) == ("failed", None)
    assert (await raw.call("POST", received.webhook, {"content": "x"})).code == (404, 10015)
    assert await raw.seen(0) == []
    received = await raw.ask(gateway)
    raw.clock.now += 2.9
    assert (await raw.call("POST", received.callback, HELLO)).status == 204
    outcome = await received.outcome
    assert (outcome["state"], outcome["kind"]) == ("answered", "message")
    assert outcome["message"]["content"] == "hello"
    assert outcome["ms"] == pytest.approx(2900)


async def test_a_second_answer_is_40060(raw: Raw, gateway: GatewayClient) -> None:
    received = await raw.ask(gateway)
    assert (await raw.call("POST", received.callback, HELLO)).status == 204
    for body in (HELLO, {"type": 5}):
        second = await raw.call("POST", received.callback, body)
        assert second.status == 400
        said = "Interaction has already been acknowledged."
        assert second.body == {"message": said, "code": 40060}
    raw.clock.now += 10
    assert (await raw.call("POST", received.callback, HELLO)).code == (400, 40060)
    assert [m["content"] for m in await raw.seen(0)] == ["hello"]


async def test_a_foreign_token_answers_nothing(raw: Raw, gateway: GatewayClient) -> None:
    received = await raw.ask(gateway)
    other = await raw.ask(gateway, 1)
    mixed = f"/interactions/{received.wire['id']}/{other.wire['token']}/callback"
    made_up = f"/interactions/12345/{received.wire['token']}/callback"
    for path in (mixed, made_up):
        reply = await raw.call("POST", path, HELLO)
        assert (reply.status, reply.body) == (404, UNKNOWN)
    # A webhook's token is enough: Discord asks for no other there.
    right = await raw.call("POST", received.callback, HELLO, token="none")
    assert right.status == 204


async def test_a_token_is_refused_after_fifteen_minutes(raw: Raw, gateway: GatewayClient) -> None:
    received = await raw.ask(gateway)
    await raw.call("POST", received.callback, HELLO)
    raw.clock.now += 15 * 60 - 1
    further = await raw.call("POST", received.webhook, {"content": "more"})
    assert further.status == 200
    edited = await raw.call("PATCH", received.original, {"content": "hello again"})
    assert (edited.status, edited.body["content"]) == (200, "hello again")
    raw.clock.now += 2
    for verb, path, body in (
        ("POST", received.webhook, {"content": "x"}),
        ("GET", received.original, None),
        ("PATCH", received.original, {"content": "x"}),
        ("DELETE", received.original, None),
        ("PATCH", f"{received.webhook}/messages/{further.body['id']}", {"content": "x"}),
    ):
        reply = await raw.call(verb, path, body)
        assert reply.status == 401
        assert reply.body == {"message": "Invalid Webhook Token", "code": 50027}
    raw.clock.now += 15 * 60
    await raw.ask(gateway)
    assert (await raw.call("GET", received.original)).code == (404, 10015)
    assert [m["content"] for m in await raw.seen(0)] == ["hello again", "more"]


async def test_an_answer_may_be_announced_and_follow(raw: Raw, gateway: GatewayClient) -> None:
    received = await raw.ask(gateway)
    announced = await raw.call("POST", f"{received.callback}?with_response=true", {"type": 5})
    assert announced.status == 200
    assert "resource" not in announced.body
    assert announced.body["interaction"]["response_message_loading"] is True
    assert (await received.outcome)["kind"] == "deferred"
    assert (await raw.call("GET", received.original)).code == (404, 10008)
    raw.clock.now += 60
    answer = await raw.call("PATCH", received.original, {"content": "thought"})
    assert (answer.status, answer.body["content"]) == (200, "thought")
    read = await raw.call("GET", received.original)
    assert read.body == answer.body
    assert (await raw.call("DELETE", received.original)).status == 204
    assert (await raw.call("GET", received.original)).code == (404, 10008)
    assert await raw.seen(0) == []


async def test_deferral_decides_if_the_answer_is_private(raw: Raw, gateway: GatewayClient) -> None:
    for flags, later, readers in ((EPHEMERAL, 0, (0,)), (0, EPHEMERAL, (0, 1))):
        received = await raw.ask(gateway)
        await raw.call("POST", received.callback, {"type": 5, "data": {"flags": flags}})
        body = {"content": str(flags), "flags": later}
        assert (await raw.call("POST", received.webhook, body)).status == 200
        for number in (0, 1):
            seen = [m["content"] for m in await raw.seen(number)]
            assert (str(flags) in seen) == (number in readers)


async def test_a_private_answer_is_seen_by_one_person_alone(raw: Raw) -> None:
    ana, ben = raw.people[:2]
    live = [f"{raw.play.address}/people/{person.id}/live" for person in (ana, ben)]
    async with raw.bot() as gateway, raw.http.ws_connect(live[1]) as others:
        received = await raw.ask(gateway)
        view: dict[str, Any] = {"type": 4, "data": {"flags": EPHEMERAL | V2}}
        view["data"]["components"] = [text("psst"), row(button("b"))]
        await raw.call("POST", received.callback, view)
        message = (await received.outcome)["message"]
        assert message["ephemeral_for"] == str(ana.id)
        assert message["flags"] & EPHEMERAL
        assert [m["id"] for m in await raw.seen(0)] == [message["id"]]
        assert await raw.seen(1) == []
        # The bot, too, reads it only by the token.
        there = await raw.call("GET", f"{raw.channel}/messages/{message['id']}")
        assert there.code == (404, 10008)
        assert (await raw.call("GET", received.original)).body["id"] == message["id"]
        foreign = await raw.do(f"/{ben.id}/component", message=message["id"], custom_id="b")
        assert foreign == {"error": "that message isn't there for this person"}
        pressed = await raw.act(gateway, 0, "component", message=message["id"], custom_id="b")
        assert pressed.wire["message"]["id"] == message["id"]
        await raw.call("POST", pressed.callback, {"type": 7, "data": {"components": [text("ok")]}})
        assert (await raw.seen(0))[0]["components"][0]["content"] == "ok"
        # The other page and the bot receive other messages, but not the private one.
        await raw.send("for all")
        heard: list[dict[str, Any]] = []
        while not heard or heard[-1]["type"] != "message":
            heard.append(await others.receive_json(timeout=LIMIT))
        assert heard[-1]["message"]["content"] == "for all"
        assert (await gateway.until("MESSAGE_CREATE"))["content"] == "for all"


async def test_refused_answer_may_be_corrected(raw: Raw, gateway: GatewayClient) -> None:
    received = await raw.ask(gateway)
    for kind in (1, 6, 7, 8, 99, None, "4"):
        reply = await raw.call("POST", received.callback, {"type": kind, "data": {}})
        assert list(reply.wrong()) == ["type"], kind
    assert (await raw.call("POST", received.callback, {"type": 4})).code == (400, 50006)
    assert (await raw.call("POST", received.callback, HELLO)).status == 204
    assert (await received.outcome)["message"]["content"] == "hello"
    typed = {"channel": raw.here, "options": {"word": "a"}}
    received = await raw.act(gateway, 0, "autocomplete", **typed, name="find", focused="word")
    option = {"name": "word", "type": 3, "value": "a", "focused": True}
    assert received.wire["data"]["options"] == [option]
    assert list((await raw.call("POST", received.callback, HELLO)).wrong()) == ["type"]


async def test_a_form_is_shown_and_its_limits_are_kept(raw: Raw, gateway: GatewayClient) -> None:
    field = {"type": 4, "custom_id": "word", "style": 1, "max_length": 5}
    label = {"type": 18, "label": "A word", "component": field}
    modal: dict[str, Any] = {"custom_id": "form", "title": "A form", "components": [label]}
    received = await raw.ask(gateway)
    for change, path in (
        ({"components": [label] * 2}, "data.components"),
        ({"components": [row(button("x"))]}, "data.components.0.components.0.type"),
    ):
        refused = await raw.call("POST", received.callback, {"type": 9, "data": modal | change})
        assert list(refused.wrong()) == [path]
    assert (await raw.call("POST", received.callback, {"type": 9, "data": modal})).status == 204
    shown = await received.outcome
    assert (shown["kind"], shown["modal"]["title"]) == ("modal", "A form")
    open_form = f"/{raw.people[0].id}/modal"
    long = await raw.do(open_form, interaction=shown["interaction"], values={"word": "longer"})
    assert long == {"error": "fill in A word"}
    form = {"interaction": shown["interaction"], "values": {"word": "short"}}
    filled = await raw.act(gateway, 0, "modal", **form)
    assert filled.wire["type"] == 5
    sent = filled.wire["data"]["components"][0]["component"]
    assert (sent["custom_id"], sent["value"]) == ("word", "short")
    assert (await raw.call("POST", filled.callback, {"type": 9, "data": modal})).wrong()
    assert (await raw.call("POST", filled.callback, PRIVATE)).status == 204
    again = await raw.do(open_form, interaction=shown["interaction"], values={"word": "x"})
    assert again == {"error": "that form isn't open"}


async def test_patient_person_waits_for_a_deferred_answer(raw: Raw, gateway: GatewayClient) -> None:
    field = {"type": 4, "custom_id": "word", "style": 1, "required": False}
    label = {"type": 18, "label": "A word", "component": field}
    modal: dict[str, Any] = {"custom_id": "form", "title": "A form", "components": [label]}
    panel = (await raw.show(row(button("press")))).body["id"]
    command = await raw.ask(gateway)
    await raw.call("POST", command.callback, {"type": 9, "data": modal})
    shown = (await command.outcome)["interaction"]
    acts: tuple[tuple[str, Wire], ...] = (
        ("command", {"channel": raw.here, "name": "ask"}),
        ("component", {"message": panel, "custom_id": "press"}),
        ("modal", {"interaction": shown}),
        ("forge", {"message": panel, "type": 3, "data": {"custom_id": "press"}}),
    )
    for what, body in acts:
        received = await raw.act(gateway, 0, what, **body, patient=True)
        await raw.call("POST", received.callback, {"type": 5})
        await raw.seen(0)
        assert not received.outcome.done(), what
        await raw.call("PATCH", received.original, {"content": "thought"})
        assert (await received.outcome)["kind"] == "deferred"


async def test_it_may_happen_where_the_bot_is_no_member(raw: Raw, gateway: GatewayClient) -> None:
    ana, here = raw.people[0], str(raw.play.world.guild_id)
    received = await raw.ask(gateway)
    assert (received.wire["guild_id"], received.wire["context"]) == (here, 0)
    assert received.wire["authorizing_integration_owners"] == {"0": here}
    body: dict[str, Any] = {"channel": raw.here, "name": "ask", "options": {}}
    received = await raw.act(gateway, 0, "command", **body, elsewhere="server")
    there = received.wire["guild_id"]
    assert there not in (here, None)
    assert received.wire["guild"]["id"] == received.wire["channel"]["guild_id"] == there
    assert received.wire["authorizing_integration_owners"] == {"0": there}
    alone = {"elsewhere": "person"}
    told = await raw.do(f"/{ana.id}/command", **body, **alone)
    assert told == {"error": "that command isn't for those who install the application so"}
    raw.play.world.commands[0]["integration_types"] = [0, 1]
    received = await raw.act(gateway, 0, "command", **body, **alone)
    assert received.wire["authorizing_integration_owners"] == {"1": str(ana.id)}
    assert (await raw.call("POST", received.callback, HELLO)).status == 204
    raw.play.world.commands[0]["contexts"] = [0, 2]
    told = await raw.do(f"/{ana.id}/command", **body | {"channel": "dm"})
    assert told == {"error": "that command can only be used in a server"}
