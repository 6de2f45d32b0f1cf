import { SILENT_MS } from '@kellersonne/core/messages/alerts/causes'
import { holdsAfter } from '@kellersonne/core/messages/own-rules/own-rule'
import { openSampler } from '@kellersonne/core/messages/own-rules/sampler'
import {
  isFulfilled,
  isHeld,
  UNSEEN,
  type Watch,
  watchRule,
} from '@kellersonne/core/messages/own-rules/watch'
import type { Sql } from '../../platform/db/database.ts'
import { type Item, readingsIn } from '../../telemetry/intake/batch.ts'
import { THOUSANDTHS } from '../../telemetry/readings/columns.ts'
import { samplePages } from '../../telemetry/readings/raw/samples.ts'
import { episodeOf, ruleStore, type TurningRule } from './store.ts'

/** A rule that turned, and how many readings that took to find out. */
type Followed = { readonly rule: TurningRule; readonly watch: Watch; readonly read: number }

/** Judges by what is stored since the condition began, which knows gaps and what came late. */
async function replay(sql: Sql, rule: TurningRule, heldSince: Date): Promise<Followed> {
  const earliest = rule.at.getTime() - rule.minutes * 60_000 - SILENT_MS
  const from = new Date(Math.max(heldSince.getTime(), earliest))
  let watch: Watch = { ...UNSEEN, episode: episodeOf(rule) }
  let read = 0
  const sampler = openSampler(rule.quantity)
  for await (const page of samplePages(sql, { system: rule.system, from, until: rule.at })) {
    read += page.length
    for (const reading of page) {
      const sample = sampler(reading)
      if (sample !== null) watch = watchRule(rule, watch, sample)
    }
  }
  return { rule, watch, read }
}

async function follow(sql: Sql, rule: TurningRule): Promise<Followed> {
  const { heldSince, at } = rule
  const before: Watch = { heldSince, seenAt: null, episode: episodeOf(rule) }
  const value = rule.value / THOUSANDTHS
  const isDue = heldSince !== null && !isFulfilled(before) && holdsAfter(rule, isHeld(before), value)
  if (isDue && rule.minutes > 0) return replay(sql, rule, heldSince)
  return { rule, watch: watchRule(rule, before, { at, value }), read: 0 }
}

/**
 * Follows the rules of the systems whose readings are stored; resolves to how many readings were read again, and how many rules
 * have turned, by system. Values from long ago, such as a unit's backlog, turn nothing.
 */
export async function followRules(sql: Sql, batch: readonly Item[]) {
  const readings = readingsIn(batch)
  const newest = readings.reduce((last, { receivedAt }) => Math.max(last, receivedAt.getTime()), 0)
  if (readings.length === 0) return []
  const systems = [...new Set(readings.map(({ system }) => system))]
  const rules = await ruleStore(sql).turning(systems, new Date(newest - SILENT_MS))
  const followed: Followed[] = []
  for (const rule of rules) followed.push(await follow(sql, rule))
  if (followed.length > 0) await ruleStore(sql).put(followed)
  return followed.map(({ rule: { system }, read }) => ({ system, read }))
}
