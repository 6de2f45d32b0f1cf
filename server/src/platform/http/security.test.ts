import fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limitLogLines } from './bounded-log.ts'
import { logSecurity } from './security.ts'

const MINUTE = 60_000

let app: FastifyInstance
let lines: string[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  lines = []
  app = fastify()
  limitLogLines(app, (ip) => String(ip))
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

type Event = Parameters<typeof logSecurity>[1]
/** Logs as many events and returns their lines. */
function logged(count: number, event: Pick<Event, 'event' | 'outcome' | 'owner'>, ip = '192.0.2.1') {
  const from = lines.length
  const log = pino({}, { write: (line) => void lines.push(line) })
  for (let i = 0; i < count; i += 1) logSecurity({ log, ip, server: app }, { ...event, session: null })
  return lines.slice(from).map((line) => JSON.parse(line))
}
const signIn = (owner: string) => ({ event: 'sign_in', outcome: 'succeeded', owner }) as const

describe('lines about what succeeds', () => {
  it('AUT-13 are twenty a minute of each owner and event, the first ones, and the next says how many were left out', () => {
    expect(logged(50, signIn('anna'))).toHaveLength(20)
    expect(logged(1, { ...signIn('anna'), event: 'sign_out' })).toMatchObject([{ left_out: 30 }])
    expect(logged(1, signIn('anna'), '203.0.113.1')).toEqual([])
    vi.advanceTimersByTime(MINUTE)
    expect(logged(2, signIn('anna'))).toMatchObject([{ owner: 'anna', left_out: 1 }, {}])
  })

  it('AUT-13 are left out for nobody else, whatever is refused and however many others succeed', () => {
    for (let i = 0; i < 1000; i += 1)
      logged(1, { event: 'sign_in', outcome: 'refused', owner: null }, `198.51.100.${i}`)
    for (let i = 0; i < 1000; i += 1) logged(1, signIn(`stranger${i}`))
    const [line, ...others] = logged(1, signIn('anna'))
    expect([line, others]).toEqual([expect.objectContaining({ owner: 'anna', from: '192.0.2.1' }), []])
    expect(line).not.toHaveProperty('left_out')
  })
})
