import {
  listRules,
  type OwnRules,
  previewRule,
  removeRule,
  saveRule,
} from '@kellersonne/contract/messages/own-rules'
import { MOST_RULES, type OwnRule, thresholdFault } from '@kellersonne/core/messages/own-rules/own-rule'
import type { Db, Sql } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { openFairQueue } from '../../platform/http/turns/fair-queue.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { systemAccess } from '../../systems/access.ts'
import { alertStore } from '../alerts/store.ts'
import { turnStore } from '../alerts/turn-store.ts'
import { previewRule as preview } from './preview.ts'
import { type KeptRule, ruleStore } from './store.ts'

type Deps = { readonly db: Db; readonly secret: Buffer; readonly now: () => Date }

/** A month of readings takes up to two seconds, in slices, so that short previews overtake long ones. */
const TURNS = { atOnce: 4, each: 2, all: 60, retryAfter: 2 }

const toWire = ({ id, sn, createdAt, raisedAt, resolvedAt, ...rule }: KeptRule) => ({
  ...{ id, sn, quantity: rule.quantity, comparison: rule.comparison },
  ...{ threshold: rule.threshold, minutes: rule.minutes },
  created_at: createdAt.toISOString(),
  fulfilled_since: resolvedAt === null ? (raisedAt?.toISOString() ?? null) : null,
})

/** Throws `ApiError` input_invalid for a rule that could never be, or that this system has no values for. */
async function refuse(sql: Sql, system: number, rule: OwnRule): Promise<void> {
  const fault = thresholdFault(rule)
  if (fault) throw new ApiError('input_invalid', { fields: { threshold: fault } })
  if (!(await ruleStore(sql).isMeasured(system, rule.quantity)))
    throw new ApiError('input_invalid', { fields: { quantity: 'unknown' } })
}

/** Removes a rule; what it has alerted of ends, and nobody is notified. The owner's alerts are not judged meanwhile. */
async function remove(sql: Sql, owner: string, id: string, now: Date): Promise<void> {
  await turnStore(sql).hold(owner)
  if (!(await ruleStore(sql).remove(owner, id))) throw new ApiError('rule_gone')
  await alertStore(sql).close(owner, id, now)
}

/** Mounts the caller's own rules. */
export function ownRules(api: Api, { db, secret, now }: Deps): void {
  const limits = rateLimits(db, deriveKey(secret, 'attempt'))
  const { inTurn } = openFairQueue(TURNS)
  const rulesOf = async (owner: string): Promise<OwnRules> => ({
    rules: (await ruleStore(db).of(owner)).map(toWire),
    most: MOST_RULES,
  })

  mount(api, listRules, ({ caller }) => rulesOf(caller.owner))

  mount(
    api,
    previewRule,
    inTurn(async ({ caller, form: { sn, ...rule } }) => {
      const system = await systemAccess(db).one(caller, 'see', sn)
      await limits.begin([{ limit: 'rule_preview', who: caller.owner }], now())
      await refuse(db, system.id, rule)
      const quiet = await turnStore(db).isQuiet(caller.owner)
      return preview(db, system, rule, { now: now(), reader: { quiet, zoneOf: () => system.time_zone } })
    }),
  )

  mount(api, saveRule, async ({ caller, form: { sn, replaces, ...rule } }) => {
    await db.transaction(async (sql) => {
      const { id } = await systemAccess(sql).hold(caller, 'see', sn)
      await refuse(sql, id, rule)
      const same = await ruleStore(sql).find(caller.owner, id, rule)
      if (replaces !== undefined && replaces !== same) await remove(sql, caller.owner, replaces, now())
      // A second rule of the same kind would notify twice of one cause.
      if (same !== undefined) return
      if ((await ruleStore(sql).countOf(id)) >= MOST_RULES) throw new ApiError('rules_full')
      await ruleStore(sql).add(caller.owner, id, rule, now())
    })
    return rulesOf(caller.owner)
  })

  mount(api, removeRule, async ({ caller, form: { id } }) => {
    await db.transaction((sql) => remove(sql, caller.owner, id, now()))
    return rulesOf(caller.owner)
  })
}
