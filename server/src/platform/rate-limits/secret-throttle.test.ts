import { setImmediate as settled } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { DroppedAttempt, openSecretThrottle } from './secret-throttle.ts'

const SECRETS: Readonly<Record<string, string>> = { 1001: 'right', 1002: 'other' }

/** Attempts whose turns the test controls, the secrets that were checked, and how many look-ups that took. */
function attempts() {
  const looked: string[] = []
  let lookUps = 0
  let turn = Promise.withResolvers<void>()
  let ms = 0
  const throttle = openSecretThrottle({
    async look(all) {
      lookUps += 1
      looked.push(...all.map(({ sn, secret }) => `${sn} ${secret}`))
      return all.map(({ sn, secret }) => (SECRETS[sn] === secret ? Number(sn) : null))
    },
    now: () => new Date(ms),
    nextTurn: () => turn.promise,
  })
  const attempt = (address: string, sn: string, secret: string) => throttle(address, { sn, secret })
  return {
    ...{ attempt, looked },
    lookUps: () => lookUps,
    takeTurn() {
      turn.resolve()
      turn = Promise.withResolvers()
    },
    pass(more: number) {
      ms += more
    },
  }
}
const wrong = (attempt: ReturnType<typeof attempts>['attempt'], times: number, sn = '1001', from = 'here') =>
  Array.from({ length: times }, (_, i) => attempt(from, sn, `wrong ${i}`).catch(() => 'unseen'))

describe('attempts to sign in as a unit', () => {
  it('PRD-01 F9 the right secret gets in, whatever others guess from the same address', async () => {
    const { attempt, takeTurn } = attempts()
    await Promise.all(wrong(attempt, 10))
    const guesses = wrong(attempt, 20)
    const right = attempt('here', '1001', 'right')
    takeTurn()
    expect(await right).toBe(1001)
    expect(await Promise.all(guesses)).toEqual(guesses.map(() => null))
  })

  it('PRD-01 F9 after ten wrong ones in a minute the others wait for their turn, also those at once', async () => {
    const { attempt, looked, takeTurn } = attempts()
    const guesses = wrong(attempt, 15)
    await Promise.all(guesses.slice(0, 10))
    expect(looked).toHaveLength(10)
    takeTurn()
    await Promise.all(guesses)
    expect(looked).toHaveLength(15)
  })

  it('PRD-01 F9 counts anew after a minute, not before', async () => {
    const { attempt, looked, pass, takeTurn } = attempts()
    await Promise.all(wrong(attempt, 10))
    pass(59_999)
    const late = wrong(attempt, 1)
    expect(looked).toHaveLength(10)
    takeTurn()
    await Promise.all(late)
    pass(1)
    await Promise.all(wrong(attempt, 10))
    expect(looked).toHaveLength(21)
  })

  it('PRD-01 F9 does not count the right secret of a unit against it', async () => {
    const { attempt, looked } = attempts()
    for (let i = 0; i < 20; i += 1) await attempt('here', '1001', 'right')
    await Promise.all(wrong(attempt, 10))
    expect(looked).toHaveLength(30)
  })

  it('PRD-01 F9 neither another unit behind the address waits, nor the unit at another one', async () => {
    const { attempt } = attempts()
    const guesses = wrong(attempt, 15)
    expect(await attempt('here', '1002', 'other')).toBe(1002)
    expect(await attempt('there', '1001', 'right')).toBe(1001)
    expect(guesses).toHaveLength(15)
  })

  it('PRD-01 nobody waits any more after a minute', async () => {
    const { attempt, looked, pass } = attempts()
    wrong(attempt, 15)
    pass(60_000)
    expect(await attempt('here', '1001', 'right')).toBe(1001)
    expect(looked).toHaveLength(11)
  })

  it('PRD-01 F9 two hundred wrong ones make all of an address wait, for one look-up together', async () => {
    const { attempt, looked, lookUps, takeTurn } = attempts()
    await Promise.all(Array.from({ length: 200 }, (_, i) => attempt('here', `${2000 + i}`, 'guess')))
    const guesses = wrong(attempt, 256)
    const others = attempt('here', '1002', 'other')
    expect(looked).toHaveLength(200)
    takeTurn()
    expect(await others).toBe(1002)
    expect(await Promise.all(guesses)).toEqual(guesses.map(() => null))
    expect([looked.length, lookUps()]).toEqual([457, 201])
  })

  it('PRD-01 F9 who comes while a turn is being looked up is in the next', async () => {
    const looking = Promise.withResolvers<readonly null[]>()
    const turns: string[][] = []
    const throttle = openSecretThrottle({
      look: (all) =>
        turns.push(all.map(({ secret }) => secret)) === 11 ? looking.promise : Promise.resolve([null]),
      now: () => new Date(0),
      nextTurn: () => Promise.resolve(),
    })
    const attempt = (secret: string) => throttle('here', { sn: '1001', secret })
    for (let i = 0; i < 10; i += 1) await attempt('first')
    const waiting = [attempt('a'), attempt('b')]
    await settled()
    const late = attempt('c')
    await settled()
    expect(turns.slice(10)).toEqual([['a', 'b']])
    looking.resolve([null, null])
    expect(await Promise.all([...waiting, late])).toEqual([null, null, null])
    expect(turns.slice(10)).toEqual([['a', 'b'], ['c']])
  })

  it('PRD-01 F9 of more than a thousand that wait, one gives way to each that comes, whichever it is', async () => {
    const { attempt, looked, takeTurn } = attempts()
    await Promise.all(wrong(attempt, 10))
    let dropped = 0
    const waiting = Array.from({ length: 1000 }, (_, i) =>
      attempt('here', '1001', `guess ${i}`).catch((error: unknown) => {
        expect(error).toBeInstanceOf(DroppedAttempt)
        dropped += 1
      }),
    )
    await settled()
    expect(dropped).toBe(0)
    const last = attempt('here', '1001', 'right')
    await settled()
    expect(dropped).toBe(1)
    takeTurn()
    expect(await last).toBe(1001)
    await Promise.all(waiting)
    expect(looked).toHaveLength(1010)
  })

  it('PRD-01 F9 the right secret waits behind no wrong one under the same number, also where nobody is known', async () => {
    const { attempt, takeTurn } = attempts()
    await Promise.all(wrong(attempt, 10))
    const guesses = wrong(attempt, 255)
    const right = attempt('here', '1001', 'right').catch(() => 'unseen')
    takeTurn()
    expect(await right).toBe(1001)
    await Promise.all(guesses)
  })

  it('PRD-01 F9 a wrong secret waits as long for a unit that signs in from there as for one that does not exist', async () => {
    const { attempt, looked, takeTurn } = attempts()
    await attempt('here', '1001', 'right')
    await Promise.all(wrong(attempt, 10, '1001'))
    await Promise.all(wrong(attempt, 10, '9999'))
    const late = [...wrong(attempt, 1, '1001'), ...wrong(attempt, 1, '9999')]
    await settled()
    expect(looked).toHaveLength(21)
    takeTurn()
    expect(await Promise.all(late)).toEqual([null, null])
  })

  it('PRD-01 a database that is away is no wrong secret', async () => {
    const faults = Array.from({ length: 21 }, () => new Error('away'))
    let turns = 0
    const throttle = openSecretThrottle({
      async look(all) {
        const fault = faults.pop()
        if (fault) throw fault
        return all.map(() => 1001)
      },
      now: () => new Date(0),
      async nextTurn() {
        turns += 1
      },
    })
    const attempt = () => throttle('here', { sn: '1001', secret: 'right' })
    for (let i = 0; i < 10; i += 1) await expect(attempt()).rejects.toThrow('away')
    const atOnce = await Promise.allSettled(Array.from({ length: 12 }, attempt))
    expect(atOnce.map(({ status }) => status)).toEqual(atOnce.map(() => 'rejected'))
    expect([faults, turns]).toEqual([[], 1])
    expect(await attempt()).toBe(1001)
    expect(turns).toBe(1)
  })
})
