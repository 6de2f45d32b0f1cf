import { type SignCheck, type SignedPower, signedPowers } from '@kellersonne/core/systems/capabilities'

/** The four ways in which grid and battery may be signed, relative to the profile. */
const combinations = [
  { grid: 1, battery: 1 },
  { grid: -1, battery: 1 },
  { grid: 1, battery: -1 },
  { grid: -1, battery: -1 },
] as const
type Combination = (typeof combinations)[number]

/** Samples, and of how many of them each combination makes the house generate power. */
export type SignState = { readonly samples: number; readonly violations: readonly number[] }
export const NO_SIGNS: SignState = { samples: 0, violations: [0, 0, 0, 0] }

/** Meters are read one after the other, and lose a little. */
const SLACK_W = 50
/** Below this a sample says nothing. */
const TELLING_W = 150
/** A day, at a sample every ten seconds. */
const MOST_SAMPLES = 8640
const ENOUGH_SAMPLES = 60
const ALLOWED = 0.01

/** Counts a sample of powers (W), as the profile signs them. One in which nothing flows tells nothing. */
export function nextSigns(
  before: SignState,
  { pv, grid, battery }: { pv: number; grid: number; battery: number },
): SignState {
  const tells = Math.max(Math.abs(grid), Math.abs(battery)) >= TELLING_W
  if (!tells || before.samples >= MOST_SAMPLES) return before
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
 * right: the profile's signs never let the house generate power, and all others do. wrong: the profile's own do; which
 * powers to invert is said only if there is one way with the fewest changes.
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
