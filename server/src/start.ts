import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { buildApi, buildUpdates } from './app.ts'
import { openBroker } from './broker/broker.ts'
import { openOverdueJob } from './commands/overdue.ts'
import { openSending } from './commands/sending.ts'
import { type Config, StartFault } from './config.ts'
import { prepareDataFolder } from './db/cluster.ts'
import { DatabaseAway, type Db, openDatabase } from './db/database.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { prepareDemo } from './demo/demo.ts'
import { openForecastJob } from './forecast/job.ts'
import { openHub } from './live/hub.ts'
import { composing } from './mail/compose.ts'
import { openTransport, type Transport } from './mail/transport.ts'
import { openMailWorker } from './mail/worker.ts'
import { openBacklog } from './messages/backlog.ts'
import { counter, startMetrics } from './metrics.ts'
import { openIngest } from './readings/ingest.ts'
import { readingStore } from './readings/store.ts'
import { storeBatch } from './readings/write.ts'
import { openSealingJob } from './sealing/job.ts'
import { openRetentionJob } from './sealing/retention.ts'
import { readSecret } from './secret.ts'
import { systemStore } from './systems/store.ts'
import { openUpdateJob } from './updates/overdue.ts'

const HOUR_MS = 3_600_000
/** How long answers that are under way may take once the process is to end. */
const PATIENCE_MS = 2000
const storedItems = counter(
  'ingest_items_total',
  'What units said, as it was stored: readings, states, presence, refusals.',
  ['kind'],
)
const retriedBatches = counter('ingest_retries_total', 'Batches that could not be stored at once.')
const now = () => new Date()

type Closing = () => Promise<unknown> | unknown
type Parts = {
  readonly config: Config
  readonly db: Db
  readonly log: pino.Logger
  readonly onClose: (close: Closing) => void
  readonly secret: Buffer
  readonly mail: Transport | null
}

/**
 * Starts what this process's roles need. Throws a StartFault where something is in the way; what was started
 * by then is ended again. `close` ends everything in reverse order.
 */
export async function start(settings: Config) {
  const closings: Closing[] = []
  const onClose = (close: Closing) => void closings.push(close)
  const close = async () => {
    const faults: unknown[] = []
    for (const end of closings.splice(0).reverse())
      await Promise.resolve()
        .then(end)
        .catch((fault: unknown) => faults.push(fault))
    if (faults.length > 0) throw faults[0]
  }
  try {
    const log = pino({ level: settings.LOG_LEVEL })
    const config = { ...settings, DATA_DIR: await prepareDataFolder(settings.DATA_DIR) }
    const secret = await readSecret(config, config.DATA_DIR)
    const db = await openStore(config, onClose)
    const mail = openTransport(config, now)
    const parts = { config, db, log, onClose, secret, mail }
    if (config.DEMO) await prepareDemo(db, config.DATA_DIR, secret, now())
    if (config.ROLES.includes('ingest')) await startIngest(parts)
    if (config.ROLES.includes('jobs')) startJobs(parts)
    if (config.ROLES.includes('updates')) await startUpdates(parts)
    if (config.ROLES.includes('api')) await startApi(parts)
    const metrics = await startMetrics(config)
    onClose(() => metrics.close())
    return { close }
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
}

/** The embedded database, or the operator's own, with the newest schema. */
async function openStore({ DATA_DIR, DATABASE_URL }: Config, onClose: Parts['onClose']): Promise<Db> {
  const embedded = DATABASE_URL === undefined ? await startEmbedded(DATA_DIR) : undefined
  if (embedded) onClose(() => embedded.stop())
  const url = embedded?.url ?? DATABASE_URL ?? ''
  const db = openDatabase(url)
  onClose(() => db.close())
  const patient = openDatabase(url, { size: 1, patient: true })
  onClose(() => patient.close())
  await migrate(patient).catch((error: unknown) => {
    const cause = error instanceof DatabaseAway || !(error instanceof Error) ? error : error.message
    throw embedded
      ? error
      : new StartFault(`The database named by DATABASE_URL cannot be used: ${reason(cause)}.`)
  })
  return db
}

const reason = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')

async function startIngest({ config, db, log, onClose }: Parts) {
  const readings = readingStore(db)
  await readings.makePartitions(now())
  const hourly = setInterval(
    () => void readings.makePartitions(now()).catch((error) => log.error(error)),
    HOUR_MS,
  )
  onClose(() => clearInterval(hourly))
  const ingest = openIngest({
    async store(batch) {
      await storeBatch(db, batch)
      for (const { kind } of batch) storedItems.inc({ kind })
    },
    now,
    onRetry(error) {
      retriedBatches.inc()
      log.warn({ err: error }, 'readings wait for the database')
    },
  })
  const broker = await openBroker(config, {
    authenticate: systemStore(db).authenticate,
    ingest: ingest.take,
    now,
  })
  // The broker first: it still waits for what it has taken.
  onClose(() => ingest.close())
  onClose(() => broker.close())
  const sending = openSending({ db, broker, now, log })
  onClose(() => sending.close())
}

function startJobs(parts: Parts) {
  const forecasts = openForecastJob({ ...parts, now })
  parts.onClose(() => forecasts.close())
  const overdue = openOverdueJob({ ...parts, now })
  parts.onClose(() => overdue.close())
  const overdueUpdates = openUpdateJob({ ...parts, now })
  parts.onClose(() => overdueUpdates.close())
  const backlog = openBacklog(parts.db, parts.log)
  parts.onClose(() => backlog.close())
  const sealing = openSealingJob({ ...parts, now })
  parts.onClose(() => sealing.close())
  const retention = openRetentionJob({ ...parts, now })
  parts.onClose(() => retention.close())
  startMails(parts)
}

/** Without a mail server mails wait. */
function startMails({ mail, onClose, ...parts }: Parts) {
  if (!mail) return
  const worker = openMailWorker({ ...parts, transport: mail, compose: composing({ ...parts, now }), now })
  onClose(() => worker.close())
}

async function startApi({ config, db, log, onClose, secret, mail }: Parts) {
  const hub = openHub(db)
  onClose(() => hub.close())
  const app = await buildApi({ db, config, now, log, hub, secret, mail })
  await listen(app, config, 'PORT')
  onClose(() => closePatiently(app))
}

async function startUpdates({ config, db, log, onClose, secret }: Parts) {
  const app = await buildUpdates({ db, config, now, log, secret, dataFolder: config.DATA_DIR })
  await listen(app, config, 'UPDATES_PORT')
  onClose(() => closePatiently(app))
}

async function closePatiently(app: FastifyInstance) {
  // A client that opens a connection and says nothing would hold the end up until it is timed out.
  const patience = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS)
  await app.close()
  clearTimeout(patience)
}

async function listen(app: FastifyInstance, config: Config, name: 'PORT' | 'UPDATES_PORT') {
  const { [name]: port, HOST: host } = config
  await app.listen({ port, host }).catch(async (error: NodeJS.ErrnoException) => {
    await app.close()
    throw new StartFault(
      error.code === 'EADDRINUSE'
        ? `Port ${port} (${name}) is taken.`
        : `Port ${port} (${name}) cannot be opened: ${error.message}.`,
    )
  })
}
