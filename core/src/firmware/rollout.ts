import { byText } from '../units/order.ts'
import { type Candidate, type Conditions, fits, isInGroup } from './conditions.ts'
import { compareVersions, isNewer } from './versions.ts'

/** An installable version of one chip's firmware. */
export type Release = {
  readonly chip: string
  readonly version: string
  /** Percentage of systems it is offered to. */
  readonly share: number
  readonly conditions: Conditions
}

/** The gateway comes last: it has to fetch the other chips' images. */
const ORDER = ['bms', 'inverter', '', 'gateway']
const rank = (chip: string) => (ORDER.includes(chip) ? ORDER.indexOf(chip) : ORDER.indexOf(''))

/** Orders chips by their turn; unknown ones come before the gateway, by name. */
export const byTurn = (a: string, b: string): number => rank(a) - rank(b) || byText(a, b)

/** FNV-1a with MurmurHash3's finalizer, which spreads texts that differ in one digit; 0 to 2^32 - 1. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/**
 * True if a release has reached a system. Raising the share only adds systems; every release picks a different first
 * cohort.
 */
export const isInRollout = (
  { chip, version, share }: Pick<Release, 'chip' | 'version' | 'share'>,
  sn: string,
): boolean => hash(`${chip} ${version} ${sn}`) % 100 < share

/** True if a system can be updated to a release, and may be. */
function isFor(release: Release, system: Candidate): boolean {
  const runs = system.versions[release.chip]
  return (
    runs !== undefined &&
    isNewer(release.version, runs) &&
    isInRollout(release, system.sn) &&
    isInGroup(release.conditions, system) &&
    fits(release.conditions, runs, system)
  )
}

/** True if a release, at its present stage, is for a system that can be updated to it or runs it already. */
export function reaches(release: Release, system: Candidate): boolean {
  const runs = system.versions[release.chip]
  const has = runs !== undefined && compareVersions(release.version, runs) === 0
  return (
    isFor(release, system) ||
    (has && isInRollout(release, system.sn) && isInGroup(release.conditions, system))
  )
}

/**
 * Returns, for each chip, the newest release that is newer than its version and whose conditions the system meets, in
 * the order of their turns.
 */
export function offers<R extends Release>(releases: readonly R[], system: Candidate): R[] {
  const best = new Map<string, R>()
  for (const release of releases) {
    const known = best.get(release.chip)
    if (!isFor(release, system)) continue
    if (!known || isNewer(release.version, known.version)) best.set(release.chip, release)
  }
  return [...best.values()].toSorted((a, b) => byTurn(a.chip, b.chip))
}

const FEWEST_FAILED_OWNERS = 3
const MAX_FAILURE_RATE = 0.1

/**
 * Outcomes of a release: `finished` and `failed` count systems by their last attempt, `failedOwners` the owners of those
 * where it failed.
 */
export type OutcomeCounts = {
  readonly finished: number
  readonly failed: number
  readonly failedOwners: number
}

/** True if a release pauses by itself. No owner alone has it paused for everybody, with however many systems. */
export const mustPause = ({ finished, failed, failedOwners }: OutcomeCounts): boolean =>
  failedOwners >= FEWEST_FAILED_OWNERS && failed / (finished + failed) > MAX_FAILURE_RATE
