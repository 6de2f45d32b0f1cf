import { setImmediate as settled } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { DroppedAttempt, openSecretThrottle } from './secret-throttle.ts'

const SECRETS: Readonly<Record<string, string>> = { 1001: 'right', 1002: 'other' }

/** Attempts whose turns the test controls, and the secrets that were checked. */
function attempts() {
  const looked: string[] = []
  let turn = Promise.withResolvers<void>()
  let ms = 0
  const throttle = openSecretThrottle({ now: () => new Date(ms), nextTurn: () => turn.promise })
  const attempt = (address: string, sn: string, secret: string) =>
    throttle(address, sn, async () => {
      looked.push(`${sn} ${secret}`)
      return SECRETS[sn] === secret ? Number(sn) : null
    })
  return {
    ...{ attempt, looked },
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
    const { attempt, looked, takeTurn } = attempts()
    await attempt('here', '1001', 'right')
    const guesses = wrong(attempt, 201)
    await Promise.all(guesses.slice(0, 200))
    expect(looked).toHaveLength(201)
    takeTurn()
    await Promise.all(guesses)
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

  it('PRD-01 F9 two hundred wrong ones make all of an address wait, of which each unit has its turn', async () => {
    const { attempt, looked, takeTurn } = attempts()
    await Promise.all(Array.from({ length: 200 }, (_, i) => attempt('here', `${2000 + i}`, 'guess')))
    const guesses = wrong(attempt, 100)
    const others = attempt('here', '1002', 'other')
    expect(looked).toHaveLength(200)
    takeTurn()
    expect(await others).toBe(1002)
    const outcomes = await Promise.all(guesses)
    expect(outcomes.filter((outcome) => outcome === 'unseen')).toHaveLength(37)
    expect(looked).toHaveLength(264)
  })

  it('PRD-01 F9 who was let in from there comes before those who never were', async () => {
    const { attempt, takeTurn } = attempts()
    await attempt('here', '1002', 'other')
    await Promise.all(Array.from({ length: 200 }, (_, i) => attempt('here', `${2000 + i}`, 'guess')))
    const strangers = Array.from({ length: 300 }, (_, i) => attempt('here', `${3000 + i}`, 'guess'))
    const dropped = Promise.allSettled(strangers)
    const back = attempt('here', '1002', 'other')
    takeTurn()
    expect(await back).toBe(1002)
    const unseen = (await dropped).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(unseen.every((error) => error instanceof DroppedAttempt)).toBe(true)
    expect(unseen.length).toBeGreaterThan(200)
  })

  it('PRD-01 F9 drops all but 64 attempts if more than 256 are waiting, and accepts 192 more', async () => {
    const { attempt, looked, takeTurn } = attempts()
    await Promise.all(Array.from({ length: 200 }, (_, i) => attempt('here', `${2000 + i}`, 'guess')))
    let dropped = 0
    const guess = (sn: number) => attempt('here', `${sn}`, 'guess').catch(() => (dropped += 1))
    const waiting = Array.from({ length: 257 }, (_, i) => guess(3000 + i))
    await settled()
    expect(dropped).toBe(193)
    const joining = Array.from({ length: 192 }, (_, i) => guess(4000 + i))
    await settled()
    expect(dropped).toBe(193)
    joining.push(guess(5000))
    await settled()
    expect(dropped).toBe(386)
    takeTurn()
    await Promise.all([...waiting, ...joining])
    expect(looked.slice(200)).toEqual(Array.from({ length: 64 }, (_, i) => `${3000 + i} guess`))
  })

  it('PRD-01 a database that is away is no wrong secret', async () => {
    const faults = Array.from({ length: 20 }, () => new Error('away'))
    const throttle = openSecretThrottle({
      now: () => new Date(0),
      nextTurn: () => new Promise(() => undefined),
    })
    const attempt = () =>
      throttle('here', '1001', async () => {
        const fault = faults.pop()
        if (fault) throw fault
        return 1001
      })
    for (let i = 0; i < 20; i += 1) await expect(attempt()).rejects.toThrow('away')
    expect(await attempt()).toBe(1001)
  })
})
