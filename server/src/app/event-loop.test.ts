import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { watchEventLoop } from './event-loop.ts'

it('HND-24 a blocked event loop is noticed, once it has been blocked for longer than allowed', async () => {
  const [strict, patient] = [watchEventLoop(30), watchEventLoop(60_000)]
  onTestFinished(() => {
    strict.close()
    patient.close()
  })
  await expect
    .poll(async () => {
      const began = performance.now()
      while (performance.now() - began < 100);
      await turn()
      return strict.fault()
    })
    .toMatch(/^was blocked for \d+ s$/)
  expect(patient.fault()).toBeNull()
})
