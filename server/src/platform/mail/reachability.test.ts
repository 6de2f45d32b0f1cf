import { describe, expect, it } from 'vitest'
import { reachability } from './reachability.ts'

/** A mail server whose answers, and a clock, are the test's. */
function checking() {
  const checks: PromiseWithResolvers<void>[] = []
  let at = Date.parse('2026-06-18T10:00:00Z')
  const { isReachable, note } = reachability(
    () => {
      const check = Promise.withResolvers<void>()
      checks.push(check)
      return check.promise
    },
    () => new Date(at),
  )
  return { isReachable, note, checks, skip: (ms: number) => (at += ms) }
}

describe('whether a mail server is reachable', () => {
  it('AUT-06 is asked when nothing is known, once for all who ask', async () => {
    const { isReachable, checks } = checking()
    const both = [isReachable(), isReachable()]
    checks[0]?.resolve()
    expect(await Promise.all(both)).toEqual([true, true])
    expect(checks).toHaveLength(1)
  })

  it('AUT-06 is believed for half a minute where it was, and asked again then', async () => {
    const { isReachable, note, checks, skip } = checking()
    note(true)
    skip(29_999)
    expect(await isReachable()).toBe(true)
    expect(checks).toHaveLength(0)
    skip(1)
    const later = isReachable()
    checks[0]?.reject(new Error('away'))
    expect(await later).toBe(false)
  })

  it('AUT-06 F14 keeps nobody waiting where it was not, and is noticed once it is again', async () => {
    const { isReachable, note, checks, skip } = checking()
    note(false)
    skip(999)
    expect(await isReachable()).toBe(false)
    expect(checks).toHaveLength(0)
    skip(1)
    expect([await isReachable(), await isReachable()]).toEqual([false, false])
    expect(checks).toHaveLength(1)
    checks[0]?.resolve()
    await expect.poll(isReachable).toBe(true)
  })

  it('AUT-06 is asked anew where it was not half a minute ago', async () => {
    const { isReachable, note, checks, skip } = checking()
    note(false)
    skip(30_000)
    const later = isReachable()
    checks[0]?.resolve()
    expect(await later).toBe(true)
  })
})
