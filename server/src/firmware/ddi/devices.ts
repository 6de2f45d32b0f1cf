import {
  configData,
  type Deployment,
  feedback,
  MAX_WORDS,
  type Poll,
  SIGNATURE_METADATA,
  sleepOf,
  toEvent,
} from '@kellersonne/contract/firmware/ddi'
import { statementOf } from '@kellersonne/core/firmware/image'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Turns } from '../../platform/http/turns/turns.ts'
import { readingStore } from '../../telemetry/readings/store.ts'
import { releaseStore } from '../releases/store.ts'
import { isCalledOff, type StoredAction } from '../runs/action.ts'
import { applyEvents } from '../runs/apply-events.ts'
import { updateStore } from '../runs/store.ts'
import { fileOf, imageRoutes } from './artifacts.ts'
import { openAttributes, TOLD_AGAIN_MS } from './attributes.ts'
import { clientStore } from './client-store.ts'
import {
  type ActionParams,
  linkTo,
  parseBody,
  pathOf,
  readJson,
  type UnitParams,
  unitRequests,
} from './ddi.ts'
import type { AuthenticatedUnit } from './unit-auth.ts'

/** Seconds between two polls. */
const SLEEP = { idle: 30, busy: 5 }
/** A unit that never confirms a cancellation is refused anyway, and must not miss an action started since. */
const CANCEL_TOLD_MS = 10 * 60_000
/** A poll counts as a heartbeat; stored no more often than this. */
const SIGN_MS = 60_000

export type DeviceDeps = {
  readonly db: Db
  readonly turns: Turns
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  readonly dataFolder: string
  readonly config: Pick<Config, 'UPDATES_URL'>
}

/** Serves Eclipse hawkBit's DDI to units (docs/device-protocol.md). */
export function deviceService(app: FastifyInstance, deps: DeviceDeps): void {
  const requests = unitRequests(app, deps)
  readJson(app)
  pollRoutes(app, deps, requests)
  deploymentRoutes(app, deps, requests)
  cancelRoutes(app, deps, requests)
  imageRoutes(app, deps, requests)
}

type Requests = ReturnType<typeof unitRequests>

function pollRoutes(
  app: FastifyInstance,
  { db, now, config }: DeviceDeps,
  { unitOf, goesOn, inTurn }: Requests,
) {
  const keepAttributes = openAttributes(db, now)
  async function noteSeen(row: StoredAction | undefined) {
    const lastSign = row?.lastSeenAt?.getTime() ?? 0
    if (row?.state !== 'started' || now().getTime() - lastSign < SIGN_MS) return
    const event = { kind: 'heartbeat', at: now() } as const
    await db.transaction(async (sql) =>
      applyEvents(sql, await updateStore(sql).lockActions([row.id]), [{ id: row.id, event }]),
    )
  }

  /** True if the owner has put the system into update mode and is waiting for the update. */
  async function showsUpdateMode(system: number) {
    const [latest] = await readingStore(db).latest([system])
    return latest?.told?.display?.[1] === 'update'
  }

  app.get<UnitParams>(
    pathOf(''),
    inTurn(async (request: FastifyRequest<UnitParams>): Promise<Poll> => {
      const unit = unitOf(request)
      const rows = await updateStore(db).forUnit(unit.system, new Date(now().getTime() - CANCEL_TOLD_MS))
      const cancelled = rows.find(isCalledOff)
      const open = rows.find(goesOn)
      await noteSeen(open)
      const busy = open || cancelled || (await showsUpdateMode(unit.system))
      const hasReported = await clientStore(db).hasReported(
        unit.system,
        new Date(now().getTime() - TOLD_AGAIN_MS),
      )
      const link = (path: string) => linkTo(request, unit, path, config.UPDATES_URL)
      return {
        config: { polling: { sleep: sleepOf(busy ? SLEEP.busy : SLEEP.idle) } },
        _links: {
          ...(!hasReported && { configData: link('configData') }),
          ...(cancelled
            ? { cancelAction: link(`cancelAction/${cancelled.id}`) }
            : open && { deploymentBase: link(`deploymentBase/${open.id}`) }),
        },
      }
    }),
  )

  app.put<UnitParams>(
    pathOf('/configData'),
    inTurn(async (request: FastifyRequest<UnitParams>) => {
      await keepAttributes(unitOf(request).system, parseBody(configData, request.body))
      return {}
    }),
  )
}

async function deploymentOf(
  { db, config }: DeviceDeps,
  row: StoredAction,
  unit: AuthenticatedUnit,
  request: FastifyRequest,
) {
  const release = await releaseStore(db).find(row.release)
  if (!release) throw new ApiError('not_found')
  const { chip, to: version, size, sha256 } = row
  const path = `softwaremodules/${row.id}/artifacts/${fileOf(row)}`
  const link = linkTo(request, unit, path, config.UPDATES_URL)
  const artifact = {
    ...{ filename: fileOf(row), size, hashes: { sha1: release.sha1, sha256 } },
    _links: { [link.href.startsWith('https:') ? 'download' : 'download-http']: link },
  }
  const metadata = [
    { key: SIGNATURE_METADATA.signature, value: release.signature },
    { key: SIGNATURE_METADATA.statement, value: statementOf({ chip, version, size, sha256 }) },
  ]
  const chunk = { part: 'firmware', name: chip, version, artifacts: [artifact], metadata }
  return { download: 'forced', update: 'forced', chunks: [chunk] } as const
}

function deploymentRoutes(app: FastifyInstance, deps: DeviceDeps, { actionOf, goesOn, inTurn }: Requests) {
  const { db, now } = deps
  app.get<ActionParams>(
    pathOf('/deploymentBase/:id'),
    inTurn(async (request: FastifyRequest<ActionParams>): Promise<Deployment> => {
      const { unit, row } = await actionOf(request)
      if (!goesOn(row)) throw new ApiError('not_found')
      const { chunks, ...rest } = await deploymentOf(deps, row, unit, request)
      await updateStore(db).noteFetched(row.id, now())
      return { id: String(row.id), deployment: { ...rest, chunks: [...chunks] } }
    }),
  )

  app.post<ActionParams>(
    pathOf('/deploymentBase/:id/feedback'),
    inTurn(async (request: FastifyRequest<ActionParams>) => {
      const { id } = (await actionOf(request)).row
      const body = parseBody(feedback, request.body)
      const event = toEvent(body, now())
      const accepted = await db.transaction(async (sql) => {
        const rows = await updateStore(sql).lockActions([id])
        const talkative = rows.some(({ words }) => words >= MAX_WORDS)
        if (talkative && event.kind === 'progressReported')
          throw new ApiError('too_many_attempts', { retryAfter: SIGN_MS / 1000 })
        return applyEvents(sql, rows, [{ id, event, details: body.status.details }])
      })
      if (accepted.get(id) !== true) throw new ApiError('action_over')
      return {}
    }),
  )
}

/** A cancellation has the id of its action, which some clients (RAUC's) send in either case. */
function cancelRoutes(app: FastifyInstance, { db, now }: DeviceDeps, { actionOf, inTurn }: Requests) {
  app.get<ActionParams>(
    pathOf('/cancelAction/:id'),
    inTurn(async (request: FastifyRequest<ActionParams>) => {
      const { row } = await actionOf(request)
      if (!isCalledOff(row)) throw new ApiError('not_found')
      const { id } = row
      return { id: String(id), cancelAction: { stopId: String(id) } }
    }),
  )

  app.post<ActionParams>(
    pathOf('/cancelAction/:id/feedback'),
    inTurn(async (request: FastifyRequest<ActionParams>) => {
      const { row } = await actionOf(request)
      parseBody(feedback, request.body)
      if (!isCalledOff(row)) throw new ApiError('action_over')
      const { id } = row
      await updateStore(db).noteCancelKnown(id, now())
      return {}
    }),
  )
}
