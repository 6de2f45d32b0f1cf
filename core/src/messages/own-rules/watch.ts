import { SILENT_MS } from '../alerts/causes.ts'
import { type Episode, foldChanges } from '../episodes.ts'
import { holdsAfter, type OwnRule } from './own-rule.ts'

export type RuleSample = { readonly at: Date; readonly value: number }

/** What is known of a rule at a system after a sample. */
export type Watch = {
  /** Since when its condition has held without a gap; null = it does not. */
  readonly heldSince: Date | null
  /** When its last sample was measured; null = not known, so that gaps are not either. */
  readonly seenAt: Date | null
  /** When it last held for long enough. */
  readonly episode: Episode | null
}
export const UNSEEN: Watch = { heldSince: null, seenAt: null, episode: null }

/** True while a rule is fulfilled: its condition holds, and did for long enough. */
export const isFulfilled = ({ episode }: Pick<Watch, 'episode'>) =>
  episode !== null && episode.resolvedAt === null

/** True while a rule's condition holds, if perhaps not yet for long enough. */
export const isHeld = (watch: Watch) => watch.heldSince !== null || isFulfilled(watch)

const fold = (episode: Episode | null, at: Date, raised: boolean) =>
  foldChanges(episode, [{ code: '', at, raised }]).at(-1) ?? null

/** True if samples are so far apart that nothing is known of the time between them. */
export const isGap = (from: Date, until: Date) => until.getTime() - from.getTime() > SILENT_MS

/**
 * Returns what is known of a rule after one more sample; live and for the past. Samples that are late or come twice change
 * nothing. A gap begins the waiting time anew, but ends nothing: what held before it may still hold.
 */
export function watchRule(rule: OwnRule, before: Watch, { at, value }: RuleSample): Watch {
  const { seenAt, episode } = before
  if (seenAt !== null && at <= seenAt) return before
  const isTorn = seenAt !== null && isGap(seenAt, at)
  const heldSince = isTorn ? null : before.heldSince
  if (!holdsAfter(rule, heldSince !== null || isFulfilled(before), value))
    return { heldSince: null, seenAt: at, episode: isFulfilled(before) ? fold(episode, at, false) : episode }
  const since = heldSince ?? at
  const isLongEnough = at.getTime() - since.getTime() >= rule.minutes * 60_000
  const isNew = isLongEnough && !isFulfilled(before)
  return { heldSince: since, seenAt: at, episode: isNew ? fold(episode, since, true) : episode }
}
