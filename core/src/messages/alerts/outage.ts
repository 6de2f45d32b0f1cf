import { SILENT_MS } from './causes.ts'

/** Below this number of systems, a share is not significant. */
export const FEWEST_OF_SHARE = 20
/** One account may have as many systems as that, and switch them all off. */
const FEWEST_OWNERS = 5
const SHARE = 0.3
/** Silence in a mass outage waits for longer: an operator may have noticed. */
export const OUTAGE_WAIT_MS = 3 * SILENT_MS

/** Of which systems a share is: of all, of those around, or of those in the same time zone. */
export const outageScopes = ['all', 'place', 'zone'] as const
export type OutageScope = (typeof outageScopes)[number]

/** How many systems sent something in the last day, how many of these are silent now, and how many owners the silent ones have. */
export type Reach = { readonly known: number; readonly silent: number; readonly owners: number }

/** Returns the share of the fleet in % that is silent, if so much is that the cause must be a common one; else null. */
export const massOutage = ({ known, silent, owners }: Reach): number | null =>
  known >= FEWEST_OF_SHARE && owners >= FEWEST_OWNERS && silent >= known * SHARE
    ? Math.floor((100 * silent) / known)
    : null
