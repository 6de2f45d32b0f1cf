import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { reservePort } from '@kellersonne/testing/ports'
import { bareEnvironment } from '@kellersonne/testing/run'

const script = fileURLToPath(new URL('./modbus-devices.py', import.meta.url))

/** Consecutive registers of one unit, as words of four hexadecimal digits. */
export type Registers = {
  readonly unit: number
  readonly function: 'holding' | 'input'
  readonly address: number
  readonly words: readonly string[]
}
export type ModbusDevice = { readonly framing: 'tcp' | 'rtu'; readonly registers: readonly Registers[] }

function unitsOf(registers: readonly Registers[]) {
  const units: Record<string, Record<'holding' | 'input', Record<string, number>>> = {}
  for (const { unit, function: kind, address, words } of registers) {
    // pymodbus takes no empty block.
    units[unit] ??= { holding: { 65535: 0 }, input: { 65535: 0 } }
    for (const [i, word] of words.entries()) {
      const block = units[unit]?.[kind]
      if (block) block[String(address + i)] = Number.parseInt(word, 16)
    }
  }
  return units
}

/** Serves devices by pymodbus, all in one process; returns their ports in order. */
export async function startModbusDevices(devices: readonly ModbusDevice[]) {
  const ports = await Promise.all(devices.map(() => reservePort()))
  const list = devices.map(({ framing, registers }, i) => ({
    port: ports[i],
    framing,
    units: unitsOf(registers),
  }))
  // Debian's, whatever else is called python3.
  const child = spawn('/usr/bin/python3', [script], {
    env: bareEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.write(`${JSON.stringify(list)}\n`)
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`pymodbus ended with ${code}`)))
  await Promise.race([once(child.stdout, 'data'), ended])
  ended.catch(() => undefined)
  return {
    ports,
    async stop() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
