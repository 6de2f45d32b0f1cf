import fc from 'fast-check'

/** What a meter shows at an instant (ms), in Wh, and what had truly flowed by then in its series. */
export type Sample = {
  readonly at: number
  readonly value: number
  /** Read wrongly: far from what the meter had counted. */
  readonly isWrong: boolean
  /** True if the meter does not continue the sample before: it was replaced, or jumped for good. */
  readonly isNew: boolean
}

const QUARTER_MS = 900_000
/** Far beyond what 100 kW yield in the longest time between two samples. */
const MISREAD_WH = 20_000_000
const JUMP_WH = 60_000_000

type Event = 'read' | 'misread' | 'replaced' | 'jumped'
const step = fc.record({
  ms: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 180 }).map((n) => n * 10_000) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 60 }).map((n) => n * 600_000) },
  ),
  /** Up to the next end of a quarter, at least as often as not. */
  toBoundary: fc.boolean(),
  watts: fc.integer({ min: 0, max: 20_000 }),
  event: fc.constantFrom<Event>('read', 'read', 'read', 'read', 'read', 'misread', 'replaced', 'jumped'),
})

/** Samples of a meter from `start` (ms) on, with gaps, wrong values, replacements and jumps; ascending in time. */
export const samplesOf = (start: number, maxLength: number): fc.Arbitrary<Sample[]> =>
  fc.array(step, { minLength: 2, maxLength }).map((steps) => {
    let at = start
    let value = 10_000_000
    let wasWrong = true
    let newAt = start
    let readAt = start
    let readValue = value
    return steps.map(({ ms, toBoundary, watts, event }, i) => {
      const next = at + ms
      const until = toBoundary ? Math.ceil(next / QUARTER_MS) * QUARTER_MS : next
      value += Math.round((watts * (until - at)) / 3_600_000)
      at = until
      // Two wrong values in a row would be a series, and a meter replaced soon a misreading; nor can one that has
      // counted next to nothing be seen to fall.
      const isChange = event === 'replaced' || event === 'jumped'
      const cannot =
        (event === 'misread' && wasWrong) || (isChange && (readAt - newAt <= QUARTER_MS || readValue < 1000))
      const happens = cannot ? 'read' : event
      if (happens === 'replaced') value = 0
      // Different each time, so that no jump leads back to where the meter was.
      if (happens === 'jumped') value += JUMP_WH + i ** 3 * 1_000_003
      wasWrong = happens === 'misread'
      if (happens === 'replaced' || happens === 'jumped') newAt = at
      if (!wasWrong) {
        readAt = at
        readValue = value
      }
      return {
        at,
        value: wasWrong ? value + MISREAD_WH + i * 1_000_000 : value,
        isWrong: wasWrong,
        isNew: happens === 'replaced' || happens === 'jumped',
      }
    })
  })

/** Returns what a meter truly counted between two instants at which it was read; 0 for steps to another series. */
export function trueEnergy(samples: readonly Sample[], from: number, until: number): number {
  const read = samples.filter(({ isWrong, at }) => !isWrong && at >= from && at <= until)
  return read
    .slice(1)
    .reduce((sum, { value, isNew }, i) => sum + (isNew ? 0 : value - (read[i]?.value ?? 0)), 0)
}

/** Returns the ends of quarters at which a meter was read rightly. */
export const measuredEnds = (samples: readonly Sample[]): number[] =>
  samples.filter(({ isWrong, at }) => !isWrong && at % QUARTER_MS === 0).map(({ at }) => at)
