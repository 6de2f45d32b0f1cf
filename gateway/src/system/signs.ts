import { type SignCheck, type SignedPower, signedPowers } from '@kellersonne/core/systems/capabilities'

/** The four combinations of signs of grid and battery, relative to the profile. */
const combinations = [
  { grid: 1, battery: 1 },
  { grid: -1, battery: 1 },
  { grid: 1, battery: -1 },
  { grid: -1, battery: -1 },
] as const
type Combination = (typeof combinations)[number]

/** Number of samples, and in how many of them each combination would make the house generate power. */
export type SignState = { readonly samples: number; readonly violations: readonly number[] }
export const NO_SIGNS: SignState = { samples: 0, violations: [0, 0, 0, 0] }

/** Tolerance for meters that are read one after another, and for losses. */
const SLACK_W = 50
/** A sample with lower powers proves nothing. */
const LEAST_W = 150
/** A day of samples, one every ten seconds. */
const MOST_SAMPLES = 8640
const ENOUGH_SAMPLES = 60
const ALLOWED = 0.01

/** Counts a sample of powers (W), signed as in the profile. Samples with hardly any power are skipped. */
export function nextSigns(
  before: SignState,
  { pv, grid, battery }: { pv: number; grid: number; battery: number },
): SignState {
  const isEnough = Math.max(Math.abs(grid), Math.abs(battery)) >= LEAST_W
  if (!isEnough || before.samples >= MOST_SAMPLES) return before
  const violations = combinations.map((way, i) => {
    const load = pv + way.grid * grid + way.battery * battery
    return (before.violations[i] ?? 0) + (load < -SLACK_W ? 1 : 0)
  })
  return { samples: before.samples + 1, violations }
}

const inverted = ({ grid, battery }: Combination): SignedPower[] =>
  signedPowers.filter((power) => (power === 'grid_w' ? grid : battery) < 0)
const changes = (way: Combination) => inverted(way).length

/**
 * right: the house never generates power with the profile's signs, and does with all others. wrong: it does with the
 * profile's; the powers to invert are named if there is only one alternative. open: not enough samples to decide.
 */
export function judgeSigns({ samples, violations }: SignState): SignCheck {
  if (samples < ENOUGH_SAMPLES) return { verdict: 'open', invert: [] }
  const possible = combinations.filter((_way, i) => (violations[i] ?? 0) <= ALLOWED * samples)
  if (possible.includes(combinations[0]))
    return { verdict: possible.length === 1 ? 'right' : 'open', invert: [] }
  const least = Math.min(...possible.map(changes))
  const [best, ...others] = possible.filter((way) => changes(way) === least)
  return { verdict: 'wrong', invert: best && others.length === 0 ? inverted(best) : [] }
}
