import { compareVersions } from './versions.ts'

/** How a chip's version must compare. */
export const comparisons = ['>=', '<=', '>', '<', '='] as const
type Comparison = (typeof comparisons)[number]
/** A condition on the version of another chip of the same system. */
export type Requirement = {
  readonly chip: string
  readonly comparison: Comparison
  readonly version: string
}
/** What a system must meet, beside its share, to be offered a release; a condition that is left out holds for all. */
export type Conditions = {
  /** Serial numbers. */
  readonly only?: readonly string[] | undefined
  /** Versions that its chip runs. */
  readonly from?: readonly string[] | undefined
  readonly timeZones?: readonly string[] | undefined
  readonly requires?: readonly Requirement[] | undefined
}
/** A system as conditions see it; `versions` by chip. */
export type Candidate = {
  readonly sn: string
  readonly timeZone: string
  readonly versions: Readonly<Record<string, string>>
}

const holds: Record<Comparison, (difference: number) => boolean> = {
  '>=': (difference) => difference >= 0,
  '<=': (difference) => difference <= 0,
  '>': (difference) => difference > 0,
  '<': (difference) => difference < 0,
  '=': (difference) => difference === 0,
}

/** False also for a chip that is not there, and for what is not a version. */
function meets({ chip, comparison, version }: Requirement, versions: Candidate['versions']): boolean {
  const runs = versions[chip]
  const difference = runs === undefined ? null : compareVersions(runs, version)
  return difference !== null && holds[comparison](difference)
}

/** True if a system belongs to the group that a release is for, whatever it runs. */
export const isInGroup = ({ only, timeZones }: Conditions, { sn, timeZone }: Candidate): boolean =>
  (!only || only.includes(sn)) && (!timeZones || timeZones.includes(timeZone))

/** True if the versions of all chips of a system fit an update of one of them, which runs `runs`. */
export const fits = ({ from, requires = [] }: Conditions, runs: string, { versions }: Candidate): boolean =>
  (!from || from.some((one) => compareVersions(one, runs) === 0)) &&
  requires.every((one) => meets(one, versions))
