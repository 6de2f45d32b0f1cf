import { expect, it } from 'vitest'
import { onStage } from '../lib/stage.ts'
import { faults, playInterruptions } from './interrupting.ts'

/** Larger than the buffers of a connection, so that the server is interrupted in the middle too. */
const IMAGE_BYTES = 4_000_000

it('UPD-13 UPD-09 UPD-10 whatever is interrupted where, an update ends once, as owners are shown, and can be started again', async () => {
  const wanted = faults.flatMap((fault) => [0, 1, 50, 99, 100].map((percent) => ({ fault, percent })))
  await onStage(async (stage) => {
    const outcomes = await playInterruptions(stage, wanted, IMAGE_BYTES)
    const forGood = { state: 'interrupted', reason: 'silent', whole: null }
    const resumed = { state: 'finished', reason: null, whole: true }
    expect(outcomes).toMatchObject(
      wanted.map(({ fault, percent }) => ({
        ...{ fault, percent, ends: 1, falls: 0, agrees: true, again: true },
        ...(fault === 'cut for good' ? forGood : resumed),
      })),
    )
  })
})
