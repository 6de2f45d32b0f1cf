"""Firmware updates of the example unit: polls, downloads, checks, reports (docs/device-protocol/firmware.md)."""

import base64
import hashlib
import json
import os
import re
import ssl
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

URL = os.environ.get("UPDATES_URL")
KEY = os.environ.get("OPERATOR_KEY")
FACTORY = {"bms": "2.4.0", "inverter": "1.9.2", "gateway": "3.1.0"}
SELDOM_S, MAX_IMAGE = 300, 268_435_456
VERSION = re.compile(r"\d{1,9}(\.\d{1,9}){0,3}")


class Refused(Exception):
    """The image must not be installed."""


class Over(Exception):
    """The action is over."""


def parts(version):
    numbers = [int(one) for one in version.split(".")] if VERSION.fullmatch(version) else []
    return numbers + [0] * (4 - len(numbers))


def is_genuine(statement, signature):
    with tempfile.TemporaryDirectory() as folder:
        for name, content in (("text", statement), ("signature", signature)):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", KEY, "-rawin"]
        files = ["-in", os.path.join(folder, "text"), "-sigfile", os.path.join(folder, "signature")]
        return subprocess.run(command + files, capture_output=True, check=False).returncode == 0


class Updater:
    """Runs in a thread of its own; the unit tells it how its switch stands."""

    def __init__(self, sn, secret, store):
        self.path = f"/default/controller/v1/{sn}"
        self.headers = {"Authorization": f"TargetToken {secret}"}
        self.tls = ssl.create_default_context(cafile=os.environ.get("CA_FILE"))
        self.store = store
        self.known = store.get("versions", FACTORY)
        self.job = store.get("job", None)
        self.image = bytearray()
        self.update_mode = False
        self.wake = threading.Event()
        self.lock = threading.Lock()
        if URL:
            threading.Thread(target=self.run, daemon=True).start()

    def versions(self):
        return dict(self.known)

    def follow(self, update_mode):
        """Called by the unit, often; also keeps what has changed, because the store belongs to its thread."""
        if update_mode != self.update_mode:
            self.update_mode = update_mode
            self.wake.set()
        with self.lock:
            if (self.job, self.known) != (self.store.get("job", None), self.store.get("versions", FACTORY)):
                self.store.set("job", self.job)
                self.store.set("versions", self.known)

    def switched_on(self):
        with self.lock:
            if self.job and self.job["phase"] == "installed":
                self.known = {**self.known, self.job["chip"]: self.job["version"]}
                self.job = {**self.job, "phase": "running"}

    def call(self, url, method="GET", body=None, headers=None):
        data = None if body is None else json.dumps(body).encode()
        kind = {"Content-Type": "application/json"} if data else {}
        request = urllib.request.Request(url, data, {**self.headers, **kind, **(headers or {})}, method=method)
        try:
            return urllib.request.urlopen(request, timeout=60, context=self.tls if url.startswith("https") else None)
        except urllib.error.HTTPError as error:
            if error.code in (404, 410):
                raise Over() from error
            raise

    def report(self, base, execution, finished, detail):
        status = {"execution": execution, "result": {"finished": finished}, "details": [detail]}
        self.call(f"{base}/feedback", "POST", {"status": status}).read()

    def run(self):
        failures = 0
        while True:
            try:
                pause = self.round()
                failures = 0
            except (OSError, ValueError, KeyError) as error:
                told = error.headers.get("Retry-After") if isinstance(error, urllib.error.HTTPError) else None
                pause = float(told or min(60, 2**failures))
                failures = min(failures + 1, 6)
            self.wake.wait(pause)
            self.wake.clear()

    def round(self):
        job = self.job
        if job and job["phase"] == "running":
            try:
                self.report(job["base"], "closed", "success", f"{job['chip']} runs {job['version']}.")
            except Over:
                pass
            self.job = None
        answer = json.load(self.call(URL + self.path))
        links = answer["_links"]
        if "configData" in links:
            self.call(links["configData"]["href"], "PUT", {"mode": "merge", "data": self.known}).read()
        if "cancelAction" in links:
            self.report(links["cancelAction"]["href"], "closed", "success", "Cancelled.")
        hours, minutes, seconds = (int(one) for one in answer["config"]["polling"]["sleep"].split(":"))
        sleep = 3600 * hours + 60 * minutes + seconds
        if not self.update_mode:
            return max(sleep, SELDOM_S)
        if "deploymentBase" in links and not (self.job and self.job["phase"] == "installed"):
            self.install(links["deploymentBase"]["href"])
        return sleep

    def install(self, base):
        try:
            deployment = json.load(self.call(base))
            self.report(base, "proceeding", "none", "Update accepted.")
            chunk, artifact = self.judge(deployment)
            self.download(base, artifact)
            self.report(base, "proceeding", "none", "All Chunks Installed.")
            with self.lock:
                self.job = {"base": base, "chip": chunk["name"], "version": chunk["version"], "phase": "installed"}
        except Refused as why:
            self.image = bytearray()
            self.report(base, "closed", "failure", str(why))
        except Over:
            self.image, self.job = bytearray(), None

    def judge(self, deployment):
        chunks = deployment["deployment"]["chunks"]
        if len(chunks) != 1 or len(chunks[0]["artifacts"]) != 1:
            raise Refused("It is not one image.")
        chunk, artifact = chunks[0], chunks[0]["artifacts"][0]
        chip, version, size = chunk["name"], chunk["version"], artifact["size"]
        if chip not in self.known:
            raise Refused(f"This unit has no chip {chip}.")
        if not VERSION.fullmatch(version) or parts(version) <= parts(self.known[chip]):
            raise Refused(f"{chip} runs {self.known[chip]}, and {version} is not newer.")
        if not 0 < size <= MAX_IMAGE:
            raise Refused("The image does not fit.")
        proof = {one["key"]: one["value"] for one in chunk["metadata"]}
        statement = f"kellersonne firmware 1\nchip {chip}\nversion {version}\nsize {size}\nsha256 {artifact['hashes']['sha256']}\n"
        signature = base64.b64decode(proof.get("ed25519", ""))
        if not KEY or proof.get("statement") != statement or not is_genuine(statement.encode(), signature):
            raise Refused("The signature is not the operator's.")
        return chunk, artifact

    def download(self, base, artifact):
        links, size = artifact["_links"], artifact["size"]
        href = links.get("download", links.get("download-http"))["href"]
        etag, failures = None, 0
        self.image = bytearray()
        while len(self.image) < size:
            condition = {"If-Range": etag} if etag else {}
            try:
                answer = self.call(href, headers={"Range": f"bytes={len(self.image)}-", **condition})
                if answer.status != 206:
                    self.image = bytearray()
                etag = answer.headers["ETag"]
                while chunk := answer.read1(65536):
                    self.image += chunk
                    failures = 0
            except OSError:
                failures += 1
                time.sleep(min(60, 2**failures) / 2)
        if len(self.image) != size or hashlib.sha256(self.image).hexdigest() != artifact["hashes"]["sha256"]:
            raise Refused("The image is not what was signed.")
