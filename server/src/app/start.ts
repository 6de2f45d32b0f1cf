import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { loadCommonPasswords } from '../identity/accounts/weakness.ts'
import { pushKeyStore } from '../messages/push/key-store.ts'
import { prepareDemo } from '../operations/demo/demo.ts'
import { refuseDemo } from '../operations/demo/purge.ts'
import { startDiskGauges } from '../operations/monitoring/disk-gauges.ts'
import { type Config, StartupError } from '../platform/config.ts'
import { prepareDataFolder } from '../platform/db/cluster.ts'
import { DatabaseUnavailableError, openDatabase } from '../platform/db/database.ts'
import { startEmbedded } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openTurns } from '../platform/http/turns/turns.ts'
import { openTransport } from '../platform/mail/transport.ts'
import { levels, startMetrics } from '../platform/metrics.ts'
import { readSecret } from '../platform/secret.ts'
import { openProcessHealth } from './process-health.ts'
import { startApi } from './roles/api.ts'
import { startIngest } from './roles/ingest.ts'
import { startJobs } from './roles/jobs.ts'
import type { Parts } from './roles/role.ts'
import { startUpdates } from './roles/updates.ts'
import { createShutdown } from './shutdown.ts'

const running = levels('process_info', 'Roles of this process; always 1.', ['roles'])
const now = () => new Date()
const INGEST_CONNECTIONS = 4

/**
 * Starts the roles of this process. Throws `StartupError` if it cannot, after stopping what was already started.
 * `close` reports draining to health checks, keeps serving for STOP_DELAY_S, then stops everything in reverse order;
 * `closeAtOnce` stops it without that delay.
 */
export async function start(settings: Config) {
  const { onClose, close } = createShutdown()
  let stopping = false
  try {
    await startRoles(await openParts(settings, onClose, () => stopping))
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
  return {
    async close() {
      stopping = true
      await sleep(settings.STOP_DELAY_S * 1000)
      await close()
    },
    closeAtOnce: close,
  }
}

async function openParts(settings: Config, onClose: Parts['onClose'], isStopping: Parts['isStopping']) {
  const log = pino({ level: settings.LOG_LEVEL })
  const config = { ...settings, DATA_DIR: await prepareDataFolder(settings.DATA_DIR) }
  const secret = await readSecret(config, config.DATA_DIR)
  const { db, databaseUrl } = await openStore(config, log, onClose)
  const mail = openTransport(config, now)
  const health = openProcessHealth({
    ...{ db, roles: config.ROLES, dataFolder: config.DATA_DIR, isStopping, now },
  })
  onClose(() => health.close())
  const metrics = await startMetrics(config, health.read)
  onClose(() => metrics.close())
  const disk = startDiskGauges(config.DATA_DIR)
  onClose(() => disk.close())
  running.set({ roles: config.ROLES.join(',') }, 1)
  const turns = openTurns(config.CALLS_PER_SECOND || Number.POSITIVE_INFINITY)
  return { config, db, turns, databaseUrl, log, onClose, now, secret, mail, isStopping, health }
}

async function startRoles(parts: Awaited<ReturnType<typeof openParts>>) {
  const { config, db, secret, health } = parts
  if (config.ROLES.includes('api')) await loadCommonPasswords()
  if (config.DEMO) await prepareDemo(db, config.DATA_DIR, secret, now(), { withGateway: config.DEMO_GATEWAY })
  else await refuseDemo(db, config.DATA_DIR)
  await pushKeyStore(db).get(now())
  const ingestFaults = config.ROLES.includes('ingest') ? await startIngest(withOwnPool(parts)) : undefined
  if (config.ROLES.includes('jobs')) startJobs(parts)
  if (config.ROLES.includes('updates')) await startUpdates(parts, health.othersAtFault)
  if (config.ROLES.includes('api')) await startApi(parts, health.othersAtFault)
  health.start(ingestFaults)
}

/** Next to other roles, ingest gets its own connections, so that units' messages never wait for owners' requests. */
function withOwnPool(parts: Parts): Parts {
  if (parts.config.ROLES.length === 1) return parts
  const db = openDatabase(parts.databaseUrl, { size: INGEST_CONNECTIONS })
  parts.onClose(() => db.close())
  return { ...parts, db }
}

/** Opens the embedded database, or the operator's own, and migrates it to the newest schema. */
async function openStore({ DATA_DIR, DATABASE_URL }: Config, log: pino.Logger, onClose: Parts['onClose']) {
  const { url, stop } =
    DATABASE_URL === undefined ? await startEmbedded(DATA_DIR) : { url: DATABASE_URL, stop: null }
  if (stop) onClose(stop)
  const onMove = (host: string) => log.warn({ host }, 'another server of the database accepts writes now')
  const db = openDatabase(url, { onMove })
  onClose(() => db.close())
  const patient = openDatabase(url, { size: 1, patient: true })
  await migrate(patient)
    .catch((error: unknown) => {
      const cause =
        error instanceof DatabaseUnavailableError || !(error instanceof Error) ? error : error.message
      throw stop
        ? error
        : new StartupError(`The database named by DATABASE_URL cannot be used: ${reason(cause)}.`)
    })
    .finally(() => patient.close())
  return { db, databaseUrl: url }
}

const reason = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
