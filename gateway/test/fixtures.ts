import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

const folder = fileURLToPath(new URL('./fixtures/', import.meta.url))

const expectation = {
  name: z.string(),
  options: z._default(z.record(z.string(), z.string()), {}),
  expected: z.record(z.string(), z.number()),
  /** Measures that must be left out. */
  absent: z._default(z.array(z.string()), []),
}
const registers = z.object({
  unit: z.number(),
  function: z.enum(['holding', 'input']),
  address: z.number(),
  words: z.array(z.string()),
})
const modbusFixture = z.object({
  profile: z.string(),
  framing: z.enum(['tcp', 'rtu']),
  states: z.array(z.object({ ...expectation, registers: z.array(registers) })),
})

const read = (name: string): unknown => JSON.parse(readFileSync(`${folder}${name}`, 'utf8'))

/** The states of every Modbus profile's device. */
export const modbusStates = globSync('*.json', { cwd: folder })
  .sort()
  .flatMap((name) => {
    const { profile, framing, states } = modbusFixture.parse(read(name))
    return states.map((state) => ({ profile, framing, ...state }))
  })
