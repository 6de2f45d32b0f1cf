import { MAX_CORRECTIONS } from '@kellersonne/contract/energy/corrections'
import type { FieldRule } from '@kellersonne/contract/shared/errors'
import { ownFrom } from '@kellersonne/core/live/today'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { type Correction, spanOf } from '@kellersonne/core/telemetry/corrections'
import { quarterOf } from '@kellersonne/core/time/days'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Caller, systemAccess } from '../../systems/access.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { recordStore } from '../forecast/record/store.ts'
import { correctionStore } from './store.ts'

/** Throws `ApiError` input_invalid unless a correction concerns only what the owner may see, and quarters that are over. */
export function requireOwnPast({ visible_from }: OwnedSystem, correction: Correction, now: Date): void {
  const { from, until } = spanOf(correction)
  const isValue = correction.kind === 'value'
  const fields: Record<string, FieldRule> = {
    ...(from < ownFrom(visible_from) && { from: 'too_small' as const }),
    ...(isValue && from > now && { from: 'too_big' as const }),
    ...(!isValue && until > quarterOf(now) && { until: 'too_big' as const }),
  }
  if (Object.keys(fields).length > 0) throw new ApiError('input_invalid', { fields })
}

type Wish = {
  readonly sn: SerialNumber
  readonly caller: Caller
  readonly correction: Correction
  readonly now: Date
}

/** Makes a correction, or finds the same one; resolves to its id. Throws `ApiError` not_found, input_invalid, corrections_full, earlier_full. */
export const makeCorrection = (db: Db, { sn, caller, correction, now }: Wish): Promise<string> =>
  db.transaction(async (sql) => {
    const system = await systemAccess(sql).hold(caller, 'control', sn)
    requireOwnPast(system, correction, now)
    const store = correctionStore(sql)
    const id = (await store.same(system.id, correction)) ?? (await store.add(system.id, correction, now))
    if (id === null) {
      const applying = (await store.since(system.id, system.since)).filter((one) => one.undone_at === null)
      throw new ApiError(applying.length < MAX_CORRECTIONS ? 'earlier_full' : 'corrections_full')
    }
    const { from, until } = spanOf(correction)
    await recordStore(sql).judgeAgain(system.id, from, until, now)
    return id
  })
