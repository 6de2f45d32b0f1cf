import { report } from '../lib/report.ts'
import { onStage } from '../lib/stage.ts'
import { type Fault, faults, type Outcome, playInterruptions } from './interrupting.ts'

const IMAGE_BYTES = 4_000_000
const percents = [0, 1, ...Array.from({ length: 19 }, (_, i) => (i + 1) * 5), 99, 100]

/** Returns the expected final state of an update after a fault. */
const mustEnd = (fault: Fault) => (fault === 'cut for good' ? 'interrupted' : 'finished')

const counts = (outcomes: readonly Outcome[], holds: (outcome: Outcome) => boolean) =>
  outcomes.filter(holds).length

await onStage(async (stage) => {
  const wanted = faults.flatMap((fault) => percents.map((percent) => ({ fault, percent })))
  const began = performance.now()
  const outcomes = await playInterruptions(stage, wanted, IMAGE_BYTES)
  const none = { unit: '', target: { atMost: 0 } }
  report(
    `interruptions: at ${percents.length} percents, ${faults.length} ways, ${IMAGE_BYTES / 1e6} MB each`,
    [
      { name: 'updates', value: outcomes.length, unit: '' },
      ...faults.map((fault) => ({
        name: `${fault}: ${mustEnd(fault)}`,
        value: counts(outcomes, (one) => one.fault === fault && one.state === mustEnd(fault)),
        unit: '',
        target: { atLeast: percents.length },
      })),
      {
        name: 'with another number of ends than one',
        value: counts(outcomes, ({ ends }) => ends !== 1),
        ...none,
      },
      {
        name: 'of which portal and database disagree',
        value: counts(outcomes, (one) => !one.agrees),
        ...none,
      },
      {
        name: 'finished with another file',
        value: counts(outcomes, ({ state, whole }) => state === 'finished' && whole !== true),
        ...none,
      },
      { name: 'whose percent ever fell', value: counts(outcomes, ({ falls }) => falls > 0), ...none },
      { name: 'that could not be started again', value: counts(outcomes, (one) => !one.again), ...none },
      { name: 'all of them took', value: (performance.now() - began) / 1000, unit: 's' },
    ],
    outcomes
      .filter((one) => one.state !== mustEnd(one.fault))
      .map(({ fault, percent, state, reason }) => `${fault} at ${percent} %: ${state} ${reason ?? ''}`),
  )
})
