import type { Packet } from 'mqtt-packet'
import { expect } from 'vitest'
import type { Result } from '../src/report.ts'
import { rewriting, type Tampering } from './proxy.ts'
import { type Fault, tested } from './simulated-unit.ts'

/** Ends the wait for what never comes. Whatever does come has all the time that any test has. */
const NEVER_MS = 1500

type Rewriting = Parameters<typeof rewriting>
/** Changes what the unit sends: its CONNECT, its messages on a topic, all its messages. */
export const connecting = (change: (packet: Packet & { cmd: 'connect' }) => Packet): Tampering => ({
  fromUnit: (packet) => (packet.cmd === 'connect' ? change(packet) : packet),
})
export const sending = (...args: Rewriting): Tampering => ({ fromUnit: rewriting(...args) })
export const publishing = (change: (packet: Packet & { cmd: 'publish' }) => Packet | null): Tampering => ({
  fromUnit: (packet) => (packet.cmd === 'publish' ? change(packet) : packet),
})
/** Changes what the unit receives on a topic. */
export const rewritingDown = (...args: Rewriting): Tampering => ({ toUnit: rewriting(...args) })

/** Makes the unit believe that its messages on a topic were acknowledged. */
export const acknowledging = (topic: string): Tampering => ({
  fromUnit(packet, answer) {
    if (packet.cmd === 'publish' && packet.topic.endsWith(topic))
      answer({ cmd: 'puback', messageId: packet.messageId ?? 0 })
    return packet
  },
  toUnit: (packet) => (packet.cmd === 'puback' ? null : packet),
})

/** A fault, the rule that is to find it, and the sections that need to be tried for that. */
export type FaultyUnit = readonly [only: string, rule: RegExp, what: string, fault: Fault]

/** Tests a faulty unit until a rule has found it: as `verdict`, and no other. */
export async function expectFound(only: string, rule: RegExp, fault: Fault, verdict = 'wrong') {
  const ending = new AbortController()
  const results: Result[] = []
  await tested(
    {
      only,
      signal: ending.signal,
      limitOf: (one) => (rule.test(one) || fault.never?.test(one) ? NEVER_MS : undefined),
      onResult(result) {
        results.push(result)
        if (rule.test(result.rule)) ending.abort()
      },
    },
    fault,
  ).catch((error: unknown) => {
    if (!ending.signal.aborted) throw error
  })
  expect(results.at(-1)).toMatchObject({ rule: expect.stringMatching(rule), verdict })
}
