import {
  correctionOf,
  listCorrections,
  makeCorrection as makeCorrectionEndpoint,
  previewCorrection,
  undoCorrection,
} from '@kellersonne/contract/energy/corrections'
import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Api, mount, Prepared } from '../../platform/http/mount.ts'
import { logRefusal, logSecurity } from '../../platform/http/security.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { type Caller, systemAccess } from '../../systems/access.ts'
import { answerInTurn } from '../charts/chart-turns.ts'
import type { ChartWorker } from '../charts/chart-worker.ts'
import { recordStore } from '../forecast/record/store.ts'
import { makeCorrection, requireOwnPast } from './make-correction.ts'
import { correctionStore } from './store.ts'
import { correctionToWire } from './wire.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  readonly answering: ChartWorker
}

/** Mounts the corrections that owners make to what their units measured. */
export function corrections(api: Api, { db, now, secret, answering }: Deps): void {
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))
  const access = systemAccess(db)

  async function read(id: string, caller: Caller) {
    const found = await correctionStore(db).find(id, caller)
    if (!found) throw new ApiError('not_found')
    return correctionToWire(found)
  }

  mount(api, makeCorrectionEndpoint, async ({ caller, form, request }) => {
    const { owner, session } = caller
    const event = { event: 'correction', owner, session } as const
    const wish = { sn: form.sn, caller, correction: correctionOf(form), now: now() }
    const id = await counted
      .begin([{ limit: 'correction', who: owner }], now())
      .then(() => makeCorrection(db, wish))
      .catch(logRefusal(request, event))
    logSecurity(request, { ...event, outcome: 'succeeded' })
    return read(id, caller)
  })

  mount(api, previewCorrection, async (call) => {
    const { caller, form } = call
    const system = await access.one(caller, 'control', form.sn)
    const correction = correctionOf(form)
    requireOwnPast(system, correction, now())
    await counted.begin([{ limit: 'correction_preview', who: caller.owner }], now())
    return new Prepared(await answerInTurn(answering, call, { of: 'correction', system, correction }, now()))
  })

  mount(api, undoCorrection, async ({ caller, params: { id }, request }) => {
    const { owner, session } = caller
    const event = { event: 'correction_undo', owner, session } as const
    await counted.begin([{ limit: 'correction', who: owner }], now()).catch(logRefusal(request, event))
    const found = await read(id, caller)
    const { from, until } = found
    await db.transaction(async (sql) => {
      const system = await systemAccess(sql).hold(caller, 'control', found.sn)
      await correctionStore(sql).undo(found.id, now())
      await recordStore(sql).judgeAgain(system.id, new Date(from), new Date(until ?? from), now())
    })
    logSecurity(request, { ...event, outcome: 'succeeded' })
    return read(id, caller)
  })

  mount(api, listCorrections, async ({ caller, query: { sn } }) => {
    const { id, since } = await access.one(caller, 'control', sn)
    return { corrections: (await correctionStore(db).since(id, since)).map(correctionToWire) }
  })
}
