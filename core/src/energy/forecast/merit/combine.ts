import { type Course, mixed } from './course.ts'
import { type Loss, type Merit, weigh } from './merit.ts'

/** From so many judged days on the naive rule may take over. */
const FEWEST_JUDGED = 15

/** What several rules come to. */
export type Combined = {
  /** Weighted by merit. */
  readonly combined: Course
  /** The same, or the naive rule while that was better of late. */
  readonly expected: Course
  readonly isNaive: boolean
  readonly weights: ReadonlyMap<string, number>
}

/** Combines rules by recent merit; without `week`, the mean of seven days, nothing is naive. */
export function combine(
  rules: ReadonlyMap<string, Course>,
  merit: Merit,
  priors: Readonly<Record<string, number>>,
): Combined {
  const weights = weigh(merit, Object.fromEntries([...rules.keys()].map((name) => [name, priors[name] ?? 0])))
  const combined = mixed([...rules].map(([name, course]) => [course, weights.get(name) ?? 0] as const))
  const week = rules.get('week')
  const isNaive = week !== undefined && isWorse(merit.losses['combined'], merit.losses['week'])
  return {
    ...{ combined, isNaive, weights },
    expected: isNaive ? mixed([[week, 1]]).map((power, slot) => known(power, combined[slot])) : combined,
  }
}

/** True if what was combined erred more than the naive rule, over enough days. */
const isWorse = (ours: Loss | undefined, naive: Loss | undefined) =>
  ours !== undefined && naive !== undefined && ours.days >= FEWEST_JUDGED && relative(ours) > relative(naive)

const relative = ({ own, reference }: Loss) => (reference > 0 ? own / reference : 1)
const known = (power: number, other = Number.NaN) => (Number.isNaN(power) ? other : power)
