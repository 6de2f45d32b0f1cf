"""Modbus devices for tests, served by pymodbus. Reads one JSON line: a list of {port, framing, units}, where units maps
a unit id to {"holding": {address: word}, "input": {…}}. Prints "ready" once all ports listen, and ends with its input."""
import asyncio
import json
import logging
import sys

from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server.async_io import ModbusTcpServer
from pymodbus.transaction import ModbusRtuFramer, ModbusSocketFramer

logging.getLogger("pymodbus").setLevel(logging.CRITICAL + 1)


def block(words):
    return ModbusSparseDataBlock({int(address): word for address, word in words.items()})


def context(units):
    slaves = {
        int(unit): ModbusSlaveContext(hr=block(kinds["holding"]), ir=block(kinds["input"]), zero_mode=True)
        for unit, kinds in units.items()
    }
    return ModbusServerContext(slaves=slaves, single=False)


async def serve(device):
    framer = ModbusRtuFramer if device["framing"] == "rtu" else ModbusSocketFramer
    server = ModbusTcpServer(context(device["units"]), framer=framer, address=("127.0.0.1", device["port"]))
    asyncio.get_running_loop().create_task(server.serve_forever())
    await server.serving


async def main():
    devices = json.loads(sys.stdin.readline())
    for device in devices:
        await serve(device)
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


try:
    asyncio.run(main())
finally:
    sys.exit(0)
