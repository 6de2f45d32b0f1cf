import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openImportTurns } from './import-turns.ts'

/** The queue; each file that is read takes so long as the test says. */
function opened() {
  let now = 0
  const turns = openImportTurns(() => now)
  const reading: { readonly owner: string; readonly finish: () => void }[] = []
  const handler = turns.inTurn(
    ({ caller: { owner } }: { caller: { owner: string }; reply: { raw: PassThrough } }) =>
      turns.charged(owner, () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        reading.push({ owner, finish: resolve })
        return promise
      }),
  )
  return {
    /** Sends a file; `answer` resolves to what becomes of it. */
    begin(owner: string) {
      const raw = new PassThrough()
      const answer = handler({ caller: { owner }, reply: { raw } })
        .then(
          () => 'read',
          (error: Error) => error.message,
        )
        .finally(() => raw.destroy())
      return { answer }
    },
    async finish(ms: number) {
      now += ms
      reading.at(-1)?.finish()
      await turn()
      await turn()
    },
    owners: () => reading.map(({ owner }) => owner),
    reading,
  }
}

it('GWY-40 F14 one file waits, and gives way to that of an owner who had less read of late', async () => {
  const { begin, finish, owners, reading } = opened()
  begin('mallory')
  await turn()
  await finish(5000)
  for (const owner of ['anna', 'ben']) begin(owner)
  const waiting = begin('mallory')
  await turn()
  const emil = begin('emil')
  expect(await waiting.answer).toBe('too_many_attempts')
  expect(await begin('mallory').answer).toBe('unavailable')
  for (const at of [1, 2, 3]) {
    reading.at(at)?.finish()
    await turn()
    await turn()
  }
  expect(owners()).toEqual(['mallory', 'anna', 'ben', 'emil'])
  expect(await emil.answer).toBe('read')
})
