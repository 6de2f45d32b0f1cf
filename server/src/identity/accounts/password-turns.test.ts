import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openPasswordTurns } from './password-turns.ts'

/** Checks, each of which lasts until the test ends it. */
function checks() {
  const { run } = openPasswordTurns()
  const begun: { account: string; end: () => void }[] = []
  return {
    async begun() {
      await turn()
      return begun.map(({ account }) => account)
    },
    async end(i: number) {
      await turn()
      begun[i]?.end()
      await turn()
    },
    ask(account: string, ip: string) {
      const done = Promise.withResolvers<boolean>()
      const answer = run({ account, request: { ip }, reply: { raw: new PassThrough() } }, () => {
        begun.push({ account, end: () => done.resolve(true) })
        return done.promise
      })
      answer.catch(() => undefined)
      return answer
    },
  }
}

it('AUT-13 API-14 checks two passwords at once, one of a site and one of an account', async () => {
  const { ask, begun, end } = checks()
  ask('anna', '192.0.2.1')
  ask('anna', '203.0.113.1')
  ask('bert', '192.0.2.2')
  expect(await begun()).toEqual(['anna'])
  ask('clara', '198.51.100.1')
  ask('dora', '8.8.8.8')
  expect(await begun()).toEqual(['anna', 'clara'])
  await end(0)
  await end(1)
  expect(new Set(await begun())).toEqual(new Set(['anna', 'bert', 'clara', 'dora']))
})

it('AUT-13 API-14 an owner does not wait behind any number of accounts of one other site', async () => {
  const { ask, begun, end } = checks()
  const flood = Array.from({ length: 300 }, (_, i) => ask(`nobody ${i}`, `2001:db8:1:${i}::1`))
  const anna = ask('anna', '192.0.2.1')
  expect(await begun()).toEqual(['nobody 0', 'anna'])
  await end(1)
  expect(await anna).toBe(true)
  await expect(flood.at(-1)).rejects.toMatchObject({ code: 'too_many_attempts' })
})
