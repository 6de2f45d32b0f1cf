import { setTimeout as sleep } from 'node:timers/promises'
import { serialNumber } from '@kellersonne/contract/systems'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { buildApi, buildUpdates } from './app.ts'
import { type Broker, openBroker } from './broker/broker.ts'
import { openRabbit } from './broker/rabbitmq.ts'
import type { Received } from './broker/topics.ts'
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
import { counter, forget, histogram, levels, startMetrics } from './metrics.ts'
import { openGauges } from './monitoring/gauges.ts'
import { openIngest } from './readings/ingest.ts'
import { readingStore } from './readings/store.ts'
import { storeBatch } from './readings/write.ts'
import { openSealingJob } from './sealing/job.ts'
import { openRetentionJob } from './sealing/retention.ts'
import { readSecret } from './secret.ts'
import { SECRET_GIVEN, systemStore } from './systems/store.ts'
import { openUpdateJob } from './updates/overdue.ts'

const HOUR_MS = 3_600_000
/** How long answers that are under way may take once the process is to end. */
const PATIENCE_MS = 5000
const LISTENING_MS = 3000
const storedItems = counter(
  'ingest_items_total',
  'What units said, as it was stored: readings, states, presence, refusals.',
  ['kind'],
)
const storingTime = histogram(
  'ingest_lag_seconds',
  'From when the server hears a message to when what it says is stored, and acknowledged.',
  [],
  [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
)
const waitingMessages = levels('ingest_waiting', 'Messages of units that are heard and not stored yet.')
const retriedBatches = counter('ingest_retries_total', 'Batches that could not be stored at once.')
const running = levels('process_info', 'What this process does; always 1.', ['roles'])
const redelivered = counter(
  'broker_redelivered_total',
  'Messages that RabbitMQ had handed out before to somebody who did not acknowledge them.',
)
const now = () => new Date()

type Closing = () => Promise<unknown> | unknown
type Parts = {
  readonly config: Config
  readonly db: Db
  readonly log: pino.Logger
  readonly onClose: (close: Closing) => void
  readonly secret: Buffer
  readonly mail: Transport | null
  readonly isStopping: () => boolean
}

/**
 * Starts what this process's roles need. Throws a StartFault where something is in the way; what was started
 * by then is ended again. `close` says so to whoever asks for its health, serves on for STOP_DELAY_S, then ends
 * everything in reverse order.
 */
export async function start(settings: Config) {
  const closings: Closing[] = []
  let stopping = false
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
    const metrics = await startMetrics(config)
    onClose(() => metrics.close())
    running.set({ roles: config.ROLES.join(',') }, 1)
    const parts = { config, db, log, onClose, secret, mail, isStopping: () => stopping }
    if (config.DEMO) await prepareDemo(db, config.DATA_DIR, secret, now())
    const broker = config.ROLES.includes('ingest') ? await startIngest(parts) : undefined
    if (config.ROLES.includes('jobs')) startJobs(parts)
    if (config.ROLES.includes('updates')) await startUpdates(parts)
    if (config.ROLES.includes('api')) await startApi({ ...parts, brokerFault: broker?.fault })
    return {
      async close() {
        stopping = true
        await sleep(config.STOP_DELAY_S * 1000)
        await close()
      },
    }
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
      const at = now().getTime()
      for (const { kind, heard } of batch) {
        storedItems.inc({ kind })
        storingTime.observe((at - heard.getTime()) / 1000)
      }
    },
    now,
    onRetry(error) {
      retriedBatches.inc()
      log.warn({ err: error }, 'readings wait for the database')
    },
  })
  const broker = await openBrokerOf({ config, db, log }, (received) => {
    waitingMessages.inc()
    return ingest.take(received).finally(() => waitingMessages.dec())
  })
  // The broker first: it still waits for what it has taken.
  onClose(() => ingest.close())
  onClose(() => broker.close())
  levels('broker_up', 'Whether the broker is there: 1 or 0.', [], (own) =>
    own.set(broker.fault() === null ? 1 : 0),
  )
  onClose(() => forget('broker_up'))
  const sending = openSending({ db, broker, now, log })
  onClose(() => sending.close())
  const disconnect = (sn: string) => {
    broker.disconnect(serialNumber.parse(sn)).catch((error) => log.error(error))
  }
  onClose(db.listen(SECRET_GIVEN, disconnect, () => undefined))
  return broker
}

/** The embedded broker, or the operator's own. */
function openBrokerOf(
  { config, db, log }: Pick<Parts, 'config' | 'db' | 'log'>,
  ingest: (received: Received) => Promise<void>,
): Promise<Omit<Broker, 'ports'>> {
  const systems = systemStore(db)
  const deps = { authenticate: systems.authenticate, ingest, now }
  const { BROKER_URL } = config
  if (BROKER_URL === undefined) return openBroker(config, deps)
  return openRabbit(
    { ...config, BROKER_URL },
    {
      ...deps,
      idOf: async (sn) => (await systems.find(sn))?.id ?? null,
      onFault: (error) => log.warn({ err: error }, 'broker'),
      onRedelivered: () => redelivered.inc(),
    },
  )
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
  const gauges = openGauges(parts.db, now)
  parts.onClose(() => gauges.close())
  startMails(parts)
}

/** Without a mail server mails wait. */
function startMails({ mail, onClose, ...parts }: Parts) {
  if (!mail) return
  const worker = openMailWorker({ ...parts, transport: mail, compose: composing({ ...parts, now }), now })
  onClose(() => worker.close())
}

async function startApi({
  onClose,
  ...parts
}: Parts & { readonly brokerFault: Broker['fault'] | undefined }) {
  const hub = openHub(parts.db)
  onClose(() => hub.close())
  const app = await buildApi({ ...parts, now, hub })
  await listen(app, parts.config, 'PORT')
  onClose(() => closePatiently(app))
  await untilListening(parts.db)
}

/** Who is told that we are ready finds us healthy; a database that goes away just now is not waited for. */
async function untilListening(db: Db) {
  for (const started = performance.now(); !db.listening() && performance.now() - started < LISTENING_MS; )
    await sleep(10)
}

async function startUpdates({ onClose, ...parts }: Parts) {
  const app = await buildUpdates({ ...parts, now, dataFolder: parts.config.DATA_DIR })
  await listen(app, parts.config, 'UPDATES_PORT')
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
