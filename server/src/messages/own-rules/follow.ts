import { SILENT_MS } from '@kellersonne/core/messages/alerts/causes'
import { holdsAfter } from '@kellersonne/core/messages/own-rules/own-rule'
import { isFulfilled, isHeld, type Watch, watchRule } from '@kellersonne/core/messages/own-rules/watch'
import type { Sql } from '../../platform/db/database.ts'
import { type Item, readingsIn } from '../../telemetry/intake/batch.ts'
import { THOUSANDTHS } from '../../telemetry/readings/columns.ts'
import { episodeOf, ruleStore, type TurningRule } from './store.ts'

/** Returns what is known of a rule after the newest value; null if its time may be over, which stored readings decide. */
function watchNewest(rule: TurningRule): Watch | null {
  const { heldSince, at } = rule
  const before: Watch = { heldSince, seenAt: null, episode: episodeOf(rule) }
  const value = rule.value / THOUSANDTHS
  const isDue = heldSince !== null && !isFulfilled(before) && holdsAfter(rule, isHeld(before), value)
  return isDue && rule.minutes > 0 ? null : watchRule(rule, before, { at, value })
}

/**
 * Follows the rules of the systems whose readings are stored, and leaves those whose time may be over to a job; resolves to the
 * systems of rules that have turned, once for each. Values from long ago, such as a unit's backlog, turn nothing.
 */
export async function followRules(sql: Sql, batch: readonly Item[]): Promise<readonly number[]> {
  const readings = readingsIn(batch)
  const newest = readings.reduce((last, { receivedAt }) => Math.max(last, receivedAt.getTime()), 0)
  if (readings.length === 0) return []
  const systems = [...new Set(readings.map(({ system }) => system))]
  const rules = await ruleStore(sql).turning(systems, new Date(newest - SILENT_MS))
  const turned: { readonly rule: TurningRule; readonly watch: Watch }[] = []
  const due: TurningRule[] = []
  for (const rule of rules) {
    const watch = watchNewest(rule)
    if (watch) turned.push({ rule, watch })
    else due.push(rule)
  }
  if (turned.length > 0) await ruleStore(sql).put(turned)
  if (due.length > 0) await ruleStore(sql).defer(due, new Date(newest))
  return rules.map(({ system }) => system)
}
