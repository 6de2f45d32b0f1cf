import { openBuckets } from './buckets.ts'

/** A message by itself, and so many bytes of one, cost what a reading does. */
const MESSAGE = 3
const BYTES = 512
/** A message that is raised is kept for good: an episode of its own. */
const RAISED = 20
/** Five weeks of readings every ten seconds at once; from then on fifty times as many as a unit has to send. */
const QUOTA = { burst: 300_000, everyMs: 200 }
/** How fast a backlog may come. */
const PACE = { burst: 2000, everyMs: 0.5 }
/** What one piece of a stream can hold: who is left unread from then on has said this much too much. */
const OVERDRAFT_MS = 5000 * QUOTA.everyMs

/** What units may have stored, each by itself: as much as a long backlog at once, then at an even pace. */
export function openBudget(now: () => Date) {
  const quota = openBuckets(QUOTA, now)
  const pace = openBuckets(PACE, now)
  return {
    /** Counts what came at once: so many readings, states or refusals, and so many messages raised in them. */
    spend(system: number, items: number, bytes: number, raised = 0) {
      const cost = MESSAGE + Math.max(items, bytes / BYTES) + RAISED * raised
      quota.spend(system, cost)
      pace.spend(system, cost)
    },
    /** Whether a unit has said more than it may, and is slowed down for that. */
    isUsedUp: (system: number) => quota.owed(system) > 0,
    /** Whether a unit goes on although it was slowed down, so that nothing more is stored of it. */
    isOverdrawn: (system: number) => quota.owed(system) > OVERDRAFT_MS,
    /** For how many ms nothing is to be read from a unit. */
    rest: (system: number) => Math.max(quota.owed(system), pace.owed(system)),
  }
}
export type Budget = ReturnType<typeof openBudget>
