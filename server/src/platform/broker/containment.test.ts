import { createRequire } from 'node:module'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { brokerDeps, embeddedBroker, reading } from '../../../test/mqtt/embedded-broker.ts'
import { at, next, other, sn } from '../../../test/mqtt/mqtt-units.ts'
import { openBroker } from './broker.ts'

const { config, connected } = embeddedBroker()
const fault = new RangeError('Maximum call stack size exceeded')

/** Two units of a broker whose ingest may throw, and the errors reported. */
async function twoUnits(ingest: (name: string) => void = () => undefined) {
  const faults: unknown[] = []
  const broker = await openBroker(config(), {
    ...brokerDeps,
    authenticate: async (attempts) => attempts.map((one) => Number(one.sn)),
    ingest({ topic, sn: name }) {
      if (topic === 'reading') ingest(name)
      return Promise.resolve()
    },
    onFault: (error) => faults.push(error),
  })
  onTestFinished(() => broker.close())
  const hostile = await connected({}, broker.ports.mqtt)
  const bystander = await connected({ clientId: other, username: other }, broker.ports.mqtt)
  return {
    faults,
    hostile,
    /** Resolves to true if the other unit is unaffected. */
    isWellBeside: () => bystander.publishAsync(reading(other), at(), { qos: 1 }).then(() => true),
  }
}

describe('a fault', () => {
  it('PRD-02 F7 on a packet that breaks the library ends its connection, and no other', async () => {
    const { faults, hostile, isWellBeside } = await twoUnits()
    const library: { parser: () => object } = createRequire(import.meta.resolve('aedes'))('mqtt-packet')
    const reads: { parse: () => number } = Object.getPrototypeOf(library.parser())
    const closed = next(hostile, 'close')
    const parse = vi.spyOn(reads, 'parse').mockImplementationOnce(() => {
      throw fault
    })
    onTestFinished(() => parse.mockRestore())
    hostile.stream.write(Buffer.from([0xc0, 0]))
    await closed
    expect(faults).toEqual([fault])
    expect(await isWellBeside()).toBe(true)
  })

  it('PRD-02 F7 of ours on what a packet says ends its connection, and no other', async () => {
    const { faults, hostile, isWellBeside } = await twoUnits((name) => {
      if (name === sn) throw fault
    })
    const closed = next(hostile, 'close')
    hostile.publish(reading(), at(), { qos: 1 })
    await closed
    expect(faults).toEqual([fault])
    expect(await isWellBeside()).toBe(true)
  })
})
