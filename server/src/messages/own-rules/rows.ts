import type { Sql } from '../../platform/db/database.ts'
import { ruleStore } from './store.ts'

/** Resolves to an owner's own rules, as they are exported. */
export const ruleRows = async (sql: Sql, owner: string) =>
  (await ruleStore(sql).of(owner)).map(({ sn, quantity, comparison, threshold, minutes, createdAt }) => ({
    ...{ sn, quantity, comparison, threshold, minutes },
    created_at: createdAt,
  }))
export type RuleRow = Awaited<ReturnType<typeof ruleRows>>[number]
