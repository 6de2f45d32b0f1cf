import { refusalReasons } from '@kellersonne/contract/telemetry/device'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { openCommandSender } from '../../control/command-sender.ts'
import { openForecastSender } from '../../energy/forecast/forecast-sender.ts'
import { weatherSourceOf } from '../../energy/weather/provider.ts'
import { type Broker, openBroker } from '../../platform/broker/broker.ts'
import { brokerFaultCodes } from '../../platform/broker/rabbitmq/check/fault.ts'
import { watchBroker } from '../../platform/broker/rabbitmq/check/watch.ts'
import { openRabbitmq } from '../../platform/broker/rabbitmq/rabbitmq.ts'
import { outageBounds } from '../../platform/http/connection/line-bounds.ts'
import { counter, forget, histogram, levels } from '../../platform/metrics.ts'
import { networkOf } from '../../platform/rate-limits/network.ts'
import { openTokenBuckets } from '../../platform/rate-limits/token-buckets.ts'
import { openCutOff } from '../../systems/cut-off.ts'
import { systemStore } from '../../systems/store.ts'
import { authenticateUnits } from '../../systems/unit-secrets.ts'
import { type Item, itemKinds } from '../../telemetry/intake/batch.ts'
import { type Ingest, openIngest } from '../../telemetry/intake/ingest.ts'
import { boundedRefusals, type Refusals } from '../../telemetry/intake/refusals.ts'
import { restNotices } from '../../telemetry/intake/rest-notices.ts'
import { readingStore } from '../../telemetry/readings/store.ts'
import { logDenials } from './denials.ts'
import { openRefusalReports, type RefusalReports } from './refusal-reports.ts'
import type { Parts } from './role.ts'
import { storeBatch } from './store-batch.ts'

const HOUR_MS = 3_600_000
/** A batch is stored in milliseconds; one that takes this long is a fault. */
const STALLED_MS = 10_000
const storedItems = counter(
  'ingest_items_total',
  'Stored messages of units: readings, states, outcomes of commands, presence, refusals.',
  ['kind'],
  itemKinds.map((kind) => ({ kind })),
)
const refusedItems = counter(
  'ingest_refusals_total',
  'Refused messages and readings of units.',
  ['reason'],
  refusalReasons.map((reason) => ({ reason })),
)
const storingTime = histogram(
  'ingest_lag_seconds',
  'Time from receiving a message to storing and acknowledging it.',
  [],
  [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
)
const waitingMessages = levels('ingest_waiting', 'Messages received but not stored yet.')
const retriedBatches = counter('ingest_retries_total', 'Batches that failed at first and were retried.')
const overBudget = counter(
  'ingest_over_budget_total',
  'Messages of units over their budget: the unit is slowed down, or the message refused.',
  ['outcome'],
  [{ outcome: 'slowed' }, { outcome: 'refused' }],
)
const redelivered = counter(
  'broker_redelivered_total',
  'Messages delivered again by RabbitMQ because a consumer had not acknowledged them.',
)

/** Each returns what is wrong with receiving or storing units' data; null = nothing. */
export type IngestFaults = { readonly broker: () => string | null; readonly storing: () => string | null }

/** Receives and stores units' messages, and sends them their owners' commands. */
export async function startIngest(parts: Parts): Promise<IngestFaults> {
  const { db, log, onClose, now, config } = parts
  await keepPartitions(parts)
  const reports = openRefusalReports((error) => log.debug({ err: error }, 'a refusal was not reported'))
  const ingest = openMeasuredIngest(parts, reports)
  const broker = await openBrokerOf(parts, ingest)
  reports.reportBy(broker)
  // The broker closes first: it still waits for the messages it has accepted.
  onClose(() => ingest.close())
  onClose(() => broker.close())
  levels('broker_up', '1 if the broker is available, else 0.', [], (own) =>
    own.set(broker.fault() === null ? 1 : 0),
  )
  onClose(() => forget('broker_up'))
  levels('queue_messages', 'Messages waiting in a queue of RabbitMQ.', ['queue'], async (own) => {
    own.reset()
    for (const { queue, messages } of await broker.waiting()) own.set({ queue }, messages)
  })
  onClose(() => forget('queue_messages'))
  watchRabbitmq(parts)
  levels(
    'ingest_stalled_seconds',
    'Time for which the same messages have been tried to be stored, in vain.',
    [],
    (own) => own.set(ingest.stalledMs() / 1000),
  )
  onClose(() => forget('ingest_stalled_seconds'))
  const sending = openCommandSender({ db, broker, now, log })
  onClose(() => sending.close())
  const weatherBy = weatherSourceOf(config)?.name ?? null
  const forecasts = openForecastSender({ db, broker, now, log, weatherBy })
  onClose(() => forecasts.close())
  onClose(openCutOff({ db, log, disconnect: broker.disconnect }).close)
  return {
    broker: broker.fault,
    storing() {
      const ms = ingest.stalledMs()
      return ms < STALLED_MS ? null : `tried in vain for ${Math.floor(ms / 1000)} s`
    },
  }
}

/** Measures what is wrong with the operator's RabbitMQ, if there is one. */
function watchRabbitmq({ config, log, onClose }: Parts) {
  const { BROKER_URL } = config
  if (BROKER_URL === undefined) return
  const watch = watchBroker({ ...config, BROKER_URL }, log)
  onClose(() => watch.close())
  levels('broker_faults', 'What is wrong with RabbitMQ, checked each minute.', ['code'], (own) => {
    for (const code of brokerFaultCodes) own.set({ code }, 0)
    for (const { code } of watch.faults()) own.inc({ code })
  })
  onClose(() => forget('broker_faults'))
}

/** Rejects only if there is no place for the readings of today; what else is missing is tried again each hour. */
async function keepPartitions({ db, log, onClose, now }: Parts) {
  const readings = readingStore(db)
  const make = async (isStart: boolean) => {
    try {
      await readings.makePartitions(now())
    } catch (error) {
      if (isStart && !(await readings.hasPartition(now()))) throw error
      log.error({ err: error }, 'partitions of readings could not be made')
    }
  }
  await make(true)
  const hourly = setInterval(() => void make(false), HOUR_MS)
  onClose(() => clearInterval(hourly))
}

function openMeasuredIngest({ db, log, now }: Parts, reports: RefusalReports): Ingest {
  const keep = boundedRefusals(now)
  const admitRetry = outageBounds()
  const warned = openTokenBuckets({ burst: 1, everyMs: HOUR_MS }, now)
  const ingest = openIngest({
    async store(batch, mayOpen) {
      const refused: Refusals[number][] = []
      const recorded: Refusals[number][] = []
      const written = await storeBatch(db, batch, {
        keep(refusals) {
          refused.push(...refusals)
          const kept = keep(refusals)
          recorded.push(...kept)
          return kept
        },
        mayOpen,
      })
      const waiting = new Set<Item>(written.postponed.map(({ item }) => item))
      const stored = batch.filter((item) => !waiting.has(item))
      for (const { reason } of refused) refusedItems.inc({ reason })
      reports.report(recorded)
      const at = now().getTime()
      for (const { receivedAt } of stored) storingTime.observe((at - receivedAt.getTime()) / 1000)
      for (const kind of itemKinds) {
        const count = stored.reduce((sum, item) => (item.kind === kind ? sum + 1 : sum), 0)
        if (count > 0) storedItems.inc({ kind }, count)
      }
      return written
    },
    now,
    onRetry(error) {
      retriedBatches.inc()
      const dropped = admitRetry()
      if (dropped === null) return
      const fault = error instanceof Error ? error.message : String(error)
      log.warn({ fault, ...(dropped > 0 && { left_out: dropped }) }, 'readings wait for the database')
    },
    onFault: (error) => log.error({ err: error }, 'a message broke the code that reads it, and was refused'),
    onOverBudget({ system, sn }, outcome) {
      overBudget.inc({ outcome })
      if (warned.take(system)) log.warn({ sn, outcome }, 'a unit says more than it may')
    },
  })
  async function untilStored(storing: Promise<void>) {
    waitingMessages.inc()
    try {
      await storing
    } finally {
      waitingMessages.dec()
    }
  }
  return {
    ...ingest,
    take(received) {
      reports.remember(received)
      return untilStored(ingest.take(received))
    },
  }
}

/** Opens the embedded broker, or the operator's own. */
async function openBrokerOf(
  { config, db, log, now }: Parts,
  { take, rest, forgive }: Ingest,
): Promise<Omit<Broker, 'ports'>> {
  const systems = systemStore(db)
  const deps = {
    ...{ authenticate: authenticateUnits(db), ingest: take, rest, now },
    onDenied: logDenials(log),
  }
  const onFault = (error: unknown) =>
    log.error({ err: error }, 'a connection broke the code that serves it, and was ended')
  const { BROKER_URL } = config
  if (BROKER_URL === undefined) {
    const broker = await openBroker(config, { ...deps, networkOf, onFault })
    async function disconnect(sn: SerialNumber) {
      await broker.disconnect(sn)
      forgive(sn)
    }
    return { ...broker, disconnect }
  }
  const notices = restNotices(db)
  return openRabbitmq(
    { ...config, BROKER_URL },
    {
      ...deps,
      forgive,
      restNotices: {
        ...notices,
        announce(sn, ms) {
          log.warn({ sn, ms }, 'a unit over its budget is disconnected')
          return notices.announce(sn, ms)
        },
      },
      idOf: async (sn) => (await systems.find(sn))?.id ?? null,
      onFault: (error) => log.warn({ err: error }, 'broker'),
      onRedelivered: () => redelivered.inc(),
    },
  )
}
