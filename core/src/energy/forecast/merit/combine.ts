import { type Course, mixed } from './course.ts'
import { type Loss, type Merit, weigh } from './merit.ts'

/** From so many judged days on the naive rule may take over. */
const FEWEST_JUDGED = 15

/** What several rules come to. */
export type Combined = {
  /** Weighted by merit. */
  readonly combined: Course
  /** The same, or the better of the naive rules while that was better of late. */
  readonly expected: Course
  readonly isNaive: boolean
  readonly weights: ReadonlyMap<string, number>
}

/** The mean of seven days, and as yesterday. */
const NAIVE = ['week', 'yesterday']

/** Combines rules by recent merit; without naive ones nothing is naive. */
export function combine(
  rules: ReadonlyMap<string, Course>,
  merit: Merit,
  priors: Readonly<Record<string, number>>,
): Combined {
  const weights = weigh(merit, Object.fromEntries([...rules.keys()].map((name) => [name, priors[name] ?? 0])))
  const combined = mixed([...rules].map(([name, course]) => [course, weights.get(name) ?? 0] as const))
  const naive = bestNaive(rules, merit)
  const isNaive = naive !== null && isWorse(merit.losses['combined'], naive.loss)
  return {
    ...{ combined, isNaive, weights },
    expected: isNaive ? naive.course.map((power, slot) => known(power, combined[slot])) : combined,
  }
}

/** Returns the naive rule that erred least. */
function bestNaive(rules: ReadonlyMap<string, Course>, { losses }: Merit) {
  const found = NAIVE.flatMap((name) => {
    const [course, loss] = [rules.get(name), losses[name]]
    return course && loss ? [{ course, loss }] : []
  })
  return found.toSorted((one, other) => relative(one.loss) - relative(other.loss))[0] ?? null
}

/** True if what was combined erred more than the naive rule, over enough days. */
const isWorse = (ours: Loss | undefined, naive: Loss | undefined) =>
  ours !== undefined && naive !== undefined && ours.days >= FEWEST_JUDGED && relative(ours) > relative(naive)

const relative = ({ own, reference }: Loss) => (reference > 0 ? own / reference : 1)
const known = (power: number, other = Number.NaN) => (Number.isNaN(power) ? other : power)
