import { openTokenBuckets } from '../../platform/rate-limits/token-buckets.ts'

/** Every message has a fixed cost; every 512 bytes of it cost as much as one reading. */
const MESSAGE = 3
const BYTES = 512
/** Every device message that is raised and resolved is stored permanently, as two changes and perhaps an episode. */
export const RAISED = 20
/** Burst: five weeks of readings, one every ten seconds. After that, fifty times the rate a unit needs. */
const QUOTA = { burst: 300_000, everyMs: 200 }
/** The maximum rate of a backlog. */
const PACE = { burst: 2000, everyMs: 0.5 }
/** One segment of a stream can hold this much: a unit that is still over budget after it keeps sending too much. */
const OVERDRAFT_MS = 5000 * QUOTA.everyMs

/**
 * States are kept for good. Burst: 40 days of one every five minutes, of one kilobyte with its row and index entries, and
 * a third more of changes, as after an outage. After that, so many bytes a day: five times as many as one every minute.
 */
const STATES_AT_ONCE = 20_000_000
export const STATES_A_DAY = 10_000_000
const STATES = { burst: STATES_AT_ONCE, everyMs: 86_400_000 / STATES_A_DAY }
/** The row of a state without its content, and its entries in the indexes. */
const STATE_ROW_BYTES = 256

/** Recounting a quarter of a unit that reports every ten seconds is free. */
const FREE_RECOUNT = 100
/** So many further readings of a recounted quarter cost as much as storing one. */
const RECOUNTED = 5
/** Returns the tokens that recounting a quarter with so many readings costs. */
export const recountCost = (readings: number) => Math.max(0, readings - FREE_RECOUNT) / RECOUNTED

/** Opening a sealed day, and sealing it again, takes the database as long as storing so many readings. */
export const REOPENED = 250

/** Limits what each unit may store: a long backlog at once, then a steady rate. `at`: the present instant in ms, if it is known. */
export function openBudget(now: () => Date) {
  const quota = openTokenBuckets(QUOTA, now)
  const pace = openTokenBuckets(PACE, now)
  const states = openTokenBuckets(STATES, now)
  const clock = () => now().getTime()
  const forgiven = new Map<number, number>()
  function charge(system: number, cost: number, at = clock()) {
    quota.spend(system, cost, at)
    pace.spend(system, cost, at)
  }
  return {
    /** Charges a message for its items (readings, states, refusals) and its bytes. */
    spend: (system: number, items: number, bytes: number, at?: number) =>
      charge(system, MESSAGE + Math.max(items, bytes / BYTES), at),
    /** Charges tokens, or gives them back if `cost` is negative. */
    charge,
    /** Ends what a unit owes; it has no burst then. */
    forgive(system: number) {
      forgiven.set(system, (forgiven.get(system) ?? 0) + 1)
      quota.forgive(system)
      pace.forgive(system)
    },
    /** How often a unit has been forgiven: what was charged before the last time is neither owed nor given back. */
    timesForgiven: (system: number): number => forgiven.get(system) ?? 0,
    /** Takes the bytes of a state from what the unit may have kept; returns false if that is used up. */
    mayKeepState: (system: number, bytes: number) => states.take(system, bytes + STATE_ROW_BYTES),
    /** True if a unit has used up its quota and is therefore slowed down. */
    isUsedUp: (system: number, at?: number) => quota.owed(system, at) > 0,
    /** True if a unit keeps sending despite being slowed down; nothing more of it is stored. */
    isOverdrawn: (system: number, at?: number) => quota.owed(system, at) > OVERDRAFT_MS,
    /** Returns the ms for which nothing should be read from a unit. */
    rest(system: number) {
      const at = clock()
      return Math.max(quota.owed(system, at), pace.owed(system, at))
    },
  }
}
