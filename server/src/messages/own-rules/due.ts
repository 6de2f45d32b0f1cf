import { setImmediate as turn } from 'node:timers/promises'
import { SILENT_MS } from '@kellersonne/core/messages/alerts/causes'
import { openSampler } from '@kellersonne/core/messages/own-rules/sampler'
import { UNSEEN, type Watch, watchRule } from '@kellersonne/core/messages/own-rules/watch'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Sql } from '../../platform/db/database.ts'
import { inIsolation } from '../../platform/db/in-isolation.ts'
import { type OnFault, reportFaults } from '../../platform/jobs/faults.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { newestSamplesFrom, samplePages } from '../../telemetry/readings/raw/samples.ts'
import { type DueRule, episodeOf, ruleStore } from './store.ts'

const POLL_MS = 5000
/** More than a unit may send in the longest time of a rule: five a second for 75 minutes. Only a burst has more. */
const MOST_READINGS = 25_000
/** Owners whose last turn is remembered. */
const MOST_SERVED = 1000

const unseen = (rule: DueRule): Watch => ({ ...UNSEEN, episode: episodeOf(rule) })

/** Where the readings begin that decide a rule. */
function beginOf({ at, minutes, heldSince }: DueRule): Date {
  const earliest = at.getTime() - minutes * 60_000 - SILENT_MS
  return new Date(Math.max(heldSince?.getTime() ?? earliest, earliest))
}

/** Judges a system's rules by its stored readings, read once for all of them, which know gaps and what came late. */
async function judge(sql: Sql, system: number, rules: readonly DueRule[]): Promise<void> {
  const followed = rules.map((rule) => ({
    ...{ rule, from: beginOf(rule), sampler: openSampler(rule.quantity) },
    watch: unseen(rule),
  }))
  const earliest = new Date(Math.min(...followed.map(({ from }) => from.getTime())))
  const until = new Date(Math.max(...rules.map(({ at }) => at.getTime())))
  const from = await newestSamplesFrom(sql, { system, from: earliest, until }, MOST_READINGS)
  for await (const page of samplePages(sql, { system, from, until }))
    for (const one of followed) {
      for (const reading of page) {
        const sample = reading.at < one.from || reading.at > one.rule.at ? null : one.sampler(reading)
        if (sample !== null) one.watch = watchRule(one.rule, one.watch, sample)
      }
      await turn()
    }
  await ruleStore(sql).put(followed)
}

/**
 * Judges the rules of a system whose owner's turn it is; resolves to false if none is due. `served`: owners by their last turns,
 * the last one last; the owner is added to it.
 */
export async function judgeDueRules(
  sql: Sql,
  served: Set<string>,
  onFault: OnFault = () => undefined,
): Promise<boolean> {
  const rules = await ruleStore(sql).takeDue([...served])
  const [first] = rules
  if (!first) return false
  served.delete(first.owner)
  served.add(first.owner)
  const [oldest] = served
  if (oldest !== undefined && served.size > MOST_SERVED) served.delete(oldest)
  await inIsolation(
    sql,
    [first.system],
    () => judge(sql, first.system, rules),
    async (system, error) => {
      onFault(system, error)
      await ruleStore(sql).put(rules.map((rule) => ({ rule, watch: unseen(rule) })))
    },
  )
  return true
}

type Deps = { readonly db: Db; readonly log: FastifyBaseLogger }

/** Starts the job that judges rules whose time may be over; processes share the work. */
export function openOwnRuleJob({ db, log }: Deps, pollMs = POLL_MS) {
  const served = new Set<string>()
  const onFault = reportFaults(log, 'own_rules', 'the own rules of a system could not be judged')
  return openJob({
    ...{ db, log, pollMs },
    ...{ name: 'own_rules', channel: 'own_rules' },
    work: (sql) => judgeDueRules(sql, served, onFault),
  })
}
