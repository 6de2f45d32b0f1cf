"""A storage unit in Python, written from docs/device-protocol.md alone: an example for makers of units.

It measures nothing real. SIGUSR1 turns its main switch, SIGTERM shuts it down. Settings come from the environment:
SN, SECRET_FILE, MQTT_HOST, MQTT_PORT, CA_FILE (none = without TLS), UPDATES_URL, OPERATOR_KEY, STORE, INTERVAL.
It needs python3-paho-mqtt (1.6 or 2.x) and, for signatures, openssl 3.
"""

import json
import os
import queue
import random
import signal
import sqlite3
import time
from datetime import datetime, timezone

import paho.mqtt.client as mqtt

from updates import Updater

SN = os.environ["SN"]
SECRET = open(os.environ["SECRET_FILE"], encoding="utf-8").read().strip()
HOST = os.environ.get("MQTT_HOST", "localhost")
CA_FILE = os.environ.get("CA_FILE")
PORT = int(os.environ.get("MQTT_PORT", "8883" if CA_FILE else "1883"))
INTERVAL = float(os.environ.get("INTERVAL", "10"))
WAIT_S, TEST_S, STATE_S, SILENCE_S, MAX_BACKLOG = 60, 20, 300, 60, 100


def now():
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Store:
    """What survives a power failure: messages without PUBACK, commands that were received, counters, versions."""

    def __init__(self, path):
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.execute("create table if not exists outbox (id integer primary key, topic text, payload text)")
        self.db.execute("create table if not exists heard (at integer primary key, id text unique)")
        self.db.execute("create table if not exists facts (name text primary key, value text)")

    def put(self, topic, message):
        self.db.execute("insert into outbox (topic, payload) values (?, ?)", (topic, json.dumps(message)))

    def waiting(self, topic):
        return self.db.execute("select id, payload from outbox where topic = ? order by id desc", (topic,)).fetchall()

    def drop(self, ids):
        self.db.executemany("delete from outbox where id = ?", [(one,) for one in ids])

    def hears(self, command):
        """True if a command is new; the last hundred are remembered."""
        fresh = self.db.execute("insert or ignore into heard (id) values (?)", (command,)).rowcount == 1
        self.db.execute("delete from heard where at <= (select max(at) from heard) - 100")
        return fresh

    def get(self, name, default):
        row = self.db.execute("select value from facts where name = ?", (name,)).fetchone()
        return json.loads(row[0]) if row else default

    def set(self, name, value):
        self.db.execute("insert or replace into facts values (?, ?)", (name, json.dumps(value)))


class Link:
    """One connection at a time. A message is under way until its PUBACK; after a break, everything is sent again."""

    def __init__(self, events):
        self.events = events
        self.client = None
        self.under_way = {}
        self.failures = 0
        self.retry_at = 0.0
        self.acked_at = 0.0

    def open(self):
        if self.client or time.monotonic() < self.retry_at:
            return
        version = [mqtt.CallbackAPIVersion.VERSION1] if hasattr(mqtt, "CallbackAPIVersion") else []
        client = mqtt.Client(*version, client_id=SN, clean_session=True, protocol=mqtt.MQTTv311)
        client.username_pw_set(SN, SECRET)
        client.will_set(f"storage/{SN}/online", '{"online": false}', qos=1)
        if CA_FILE:
            client.tls_set(CA_FILE)
        client.on_connect = lambda _c, _u, _f, code: self.events.put(("connack", client, code))
        client.on_disconnect = lambda _c, _u, _code: self.events.put(("gone", client, None))
        client.on_publish = lambda _c, _u, mid: self.events.put(("puback", client, mid))
        client.on_message = lambda _c, _u, message: self.events.put(("command", client, message.payload))
        self.client = client
        try:
            client.connect(HOST, PORT, keepalive=60)
            client.loop_start()
        except OSError:
            self.lost(client)

    def lost(self, client):
        if client is not self.client:
            return
        self.client = None
        self.under_way = {}
        client.loop_stop()
        pause = min(60, 2**self.failures) * random.uniform(0.5, 1)
        self.failures = min(self.failures + 1, 6)
        self.retry_at = time.monotonic() + pause

    def send(self, topic, payload, ids):
        if not self.under_way:
            self.acked_at = time.monotonic()
        self.under_way[self.client.publish(topic, payload, qos=1).mid] = ids


class Unit:
    def __init__(self):
        self.store = Store(os.environ.get("STORE", "unit.db"))
        self.events = queue.SimpleQueue()
        self.link = Link(self.events)
        self.online = False
        self.main_switch = True
        self.mode = "on"
        self.waits_until = self.tests_until = None
        self.pending = []
        self.last_state = None
        self.state_at = 0.0
        self.measured_at = 0.0
        self.running = True
        self.updater = Updater(SN, SECRET, self.store)

    def status(self):
        if not self.main_switch or self.mode == "off":
            return "off"
        return "connected" if self.waits_until else self.mode

    def state(self):
        """All fields each time; the sensors are no reason for a new state."""
        first = (["wait60"] if self.waits_until else []) + (["sm_test"] if self.tests_until else [])
        return {
            "status": self.status(),
            "battery_status": {"on": "idle", "connected": "idle", "standby": "idle", "off": "off"}[self.status()],
            "calibration_days": 30,
            "capacity_wh": 5760,
            "message1": first,
            "message2": ["aus" if self.status() == "off" else "ein"],
            "errors": [],
            "display": "normal" if self.main_switch else "update",
            "versions": self.updater.versions(),
        }

    def measure(self):
        counters = self.store.get("counters", dict.fromkeys(["pv", "import", "feed_in", "charge", "discharge"], 1000))
        counters["import"] += 1
        self.store.set("counters", counters)
        powers = {"grid_v": 230.4, "grid_w": 350, "pv_w": 0, "battery_w": 0, "soc": 55.5, "output_w": 0}
        self.store.put(f"storage/{SN}/reading", {"at": now(), **powers, "energy_wh": counters})

    def answer(self, command, outcome, reason=None):
        self.store.put(f"storage/{SN}/command/outcome", {"id": command, "outcome": outcome, **({"reason": reason} if reason else {})})

    def obey(self, payload):
        try:
            order = json.loads(payload)
            command, name = order["id"], order["command"]
            expires = datetime.fromisoformat(order["expires_at"].replace("Z", "+00:00"))
        except (ValueError, KeyError, TypeError, AttributeError):
            return
        if not isinstance(command, str) or not self.store.hears(command):
            return
        if expires <= datetime.now(timezone.utc):
            return self.answer(command, "refused", "expired")
        if name not in ("on", "off", "standby", "self_test", "calibrate"):
            return self.answer(command, "refused", "not_understood")
        if not self.main_switch:
            return self.answer(command, "refused", "main_switch_off")
        if name in ("self_test", "calibrate") and self.status() != "on":
            return self.answer(command, "refused", "not_on")
        self.answer(command, "accepted")
        done_at = time.monotonic()
        if name == "self_test":
            done_at = self.tests_until = time.monotonic() + TEST_S
        elif name != "calibrate":
            was = self.status()
            self.mode = name
            self.tests_until = None
            if name == "on":
                self.waits_until = time.monotonic() + WAIT_S if was == "off" else self.waits_until
                done_at = self.waits_until or done_at
            else:
                self.waits_until = None
        self.pending.append((done_at, command))

    def turn_switch(self):
        self.main_switch = not self.main_switch
        self.tests_until = None
        self.waits_until = time.monotonic() + WAIT_S if self.main_switch else None
        if self.main_switch:
            self.mode = "on"
            self.updater.switched_on()
        for _, command in self.pending:
            self.answer(command, "refused", "main_switch_off")
        self.pending = []

    def settle(self):
        at = time.monotonic()
        self.waits_until = self.waits_until if self.waits_until and self.waits_until > at else None
        self.tests_until = self.tests_until if self.tests_until and self.tests_until > at else None
        for done_at, command in [one for one in self.pending if one[0] <= at]:
            self.answer(command, "done")
        self.pending = [one for one in self.pending if one[0] > at]
        if at - self.measured_at >= INTERVAL and self.main_switch:
            self.measured_at = at
            self.measure()
        state = self.state()
        if state != self.last_state or at - self.state_at >= STATE_S:
            self.last_state, self.state_at = state, at
            self.store.put(f"storage/{SN}/state", {"at": now(), **state})

    def post(self):
        """Sends what waits: outcomes and states in order, the newest reading, then the backlog."""
        busy = {one for ids in self.link.under_way.values() for one in ids}
        for topic in (f"storage/{SN}/command/outcome", f"storage/{SN}/state"):
            for one, payload in reversed(self.store.waiting(topic)):
                if one not in busy:
                    self.link.send(topic, payload, [one])
        topic = f"storage/{SN}/reading"
        rows = [row for row in self.store.waiting(topic) if row[0] not in busy]
        for part in [rows[:1]] + [rows[i : i + MAX_BACKLOG] for i in range(1, len(rows), MAX_BACKLOG)]:
            if part and len(self.link.under_way) < 20:
                payload = part[0][1] if len(part) == 1 else "[" + ",".join(row[1] for row in part) + "]"
                self.link.send(topic, payload, [row[0] for row in part])

    def take(self, kind, client, what):
        if client is not self.link.client:
            return
        if kind == "connack" and what == 0:
            self.online, self.link.failures = True, 0
            client.subscribe(f"storage/{SN}/command", qos=1)
            client.publish(f"storage/{SN}/online", '{"online": true}', qos=1)
            self.last_state = None
        elif kind in ("connack", "gone"):
            self.online = False
            self.link.lost(client)
        elif kind == "puback":
            self.link.acked_at = time.monotonic()
            self.store.drop(self.link.under_way.pop(what, []))
        else:
            self.obey(what)

    def run(self):
        signal.signal(signal.SIGUSR1, lambda *_: self.events.put(("switch", self.link.client, None)))
        signal.signal(signal.SIGTERM, lambda *_: setattr(self, "running", False))
        while self.running:
            self.link.open()
            try:
                event = self.events.get(timeout=0.05)
                if event[0] == "switch":
                    self.turn_switch()
                else:
                    self.take(*event)
            except queue.Empty:
                pass
            self.settle()
            self.updater.follow(not self.main_switch)
            if self.online and self.link.client:
                self.post()
                if self.link.under_way and time.monotonic() - self.link.acked_at > SILENCE_S:
                    self.online = False
                    self.link.lost(self.link.client)
        if self.online and self.link.client:
            self.link.client.publish(f"storage/{SN}/online", '{"online": false}', qos=1).wait_for_publish(5)
            self.link.client.disconnect()


if __name__ == "__main__":
    Unit().run()
