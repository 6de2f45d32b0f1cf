import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { POOL_SIZE } from '../../db/database.ts'
import { openTurns } from './turns.ts'

it('API-14 F14 slow calls of owners leave database connections to all others, and those of three a turn to a fourth', async () => {
  const { owners } = openTurns(Number.POSITIVE_INFINITY)
  const { promise: slow, resolve } = Promise.withResolvers<void>()
  const running: string[] = []
  const reply = { raw: new PassThrough() }
  const call = (owner: string) =>
    owners.run({ caller: { owner }, reply }, () => {
      running.push(owner)
      return slow
    })
  const calls = ['anna', 'ben', 'cleo'].flatMap((owner) => Array.from({ length: 10 }, () => call(owner)))
  await turn()
  const ofThree = running.length
  calls.push(call('dora'), call('emil'))
  await turn()
  expect(running.slice(ofThree)).toContain('dora')
  expect(running.length).toBeLessThanOrEqual(POOL_SIZE - 3)
  resolve()
  await Promise.all(calls)
})
