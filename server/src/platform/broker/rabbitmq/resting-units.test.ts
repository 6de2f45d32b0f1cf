import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { other, sn } from '../../../../test/mqtt/mqtt-units.ts'
import { openRestingUnits } from './resting-units.ts'

let closing: AbortController
let did: string[]
let away: boolean
let resting: ReturnType<typeof openRestingUnits>
beforeEach(() => {
  vi.useFakeTimers()
  closing = new AbortController()
  did = []
  away = false
  resting = openRestingUnits({
    ...{ now: () => new Date(), closing: closing.signal, onFault: () => did.push('fault') },
    async announce(unit, ms) {
      did.push(`${unit} rests ${ms}`)
    },
    async disconnect(unit) {
      if (away) throw new Error('away')
      did.push(`${unit} disconnected`)
    },
  })
})
afterEach(() => {
  closing.abort()
  vi.useRealTimers()
})
const announced = () => did.filter((what) => what.includes('rests'))
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('units that must rest', () => {
  it('HND-05 are announced, then disconnected, and rest until what they owe is paid', async () => {
    resting.note(sn, 20_000)
    await pass(0)
    expect(did).toEqual([`${sn} rests 20000`, `${sn} disconnected`])
    await pass(19_999)
    expect(resting.isResting(sn)).toBe(true)
    await pass(1)
    expect(resting.isResting(sn)).toBe(false)
    expect(announced()).toHaveLength(1)
  })

  it('HND-05 HND-14 are let in at once with a new secret', async () => {
    resting.note(sn, 20_000)
    resting.note(other, 20_000)
    resting.forgive(sn)
    expect([resting.isResting(sn), resting.isResting(other)]).toEqual([false, true])
  })

  it('HND-05 are disconnected for ten seconds after their last message, because RabbitMQ lists a connection late', async () => {
    resting.note(sn, 60_000)
    await pass(9999)
    expect(did).toEqual([`${sn} rests 60000`, ...Array.from({ length: 10 }, () => `${sn} disconnected`)])
    await pass(50_000)
    expect(did).toHaveLength(11)
  })

  it('HND-05 are those that owe more than five seconds, and no others', async () => {
    resting.note(sn, 5000)
    resting.note(other, 5001)
    await pass(0)
    expect([resting.isResting(sn), resting.isResting(other)]).toEqual([false, true])
    expect(did).toEqual([`${other} rests 5001`, `${other} disconnected`])
  })

  it('HND-05 are disconnected once a second as long as their messages arrive, and owe ever more', async () => {
    for (let n = 0; n < 100; n += 1) resting.note(sn, 20_000 + n)
    await pass(999)
    expect(did).toHaveLength(2)
    await pass(1)
    expect(did.slice(2)).toEqual([`${sn} rests ${19_099}`, `${sn} disconnected`])
    await pass(60_000)
    expect(announced()).toHaveLength(2)
  })

  it('HND-05 are disconnected as soon as RabbitMQ can be reached', async () => {
    away = true
    resting.note(sn, 20_000)
    await pass(2500)
    expect(did.filter((what) => what === 'fault')).toHaveLength(3)
    away = false
    await pass(1000)
    expect(did.at(-1)).toBe(`${sn} disconnected`)
  })

  it('HND-05 are those that another process announces, too', async () => {
    resting.rest(sn, 5000)
    resting.rest(sn, 1000)
    await pass(4999)
    expect(resting.isResting(sn)).toBe(true)
    await pass(1)
    resting.rest(other, 1)
    expect([resting.isResting(sn), resting.isResting(other)]).toEqual([false, true])
    expect(did).toEqual([])
  })
})
