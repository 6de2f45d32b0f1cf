import { createHash } from 'node:crypto'
import type { ForecastMessage } from '@kellersonne/contract/telemetry/forecast-message'
import type { DayForecast, DaySum } from '@kellersonne/core/energy/forecast/forecast'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { FastifyBaseLogger } from 'fastify'
import type { Broker } from '../../platform/broker/broker.ts'
import type { Db } from '../../platform/db/database.ts'
import { logUnlessUnavailable } from '../../platform/http/send-error.ts'
import { forecastStore } from './store.ts'
import type { SystemForecast } from './stored-forecast.ts'

/** Today and tomorrow. */
const SENT_DAYS = 2
/** Units looked after at a time: few enough that neither the database nor the broker is busy for long. */
const UNITS_A_PART = 100
const POLL_MS = 5000
/** How often a unit's forecast is looked at, and sent at most unless it subscribes. */
const EVERY_MS = 15 * 60_000
/** Behind RabbitMQ a unit may be announced a moment before it has subscribed. */
const SECOND_TRY_MS = 2000
/** A unit that subscribes again and again is sent no more than this. */
const LEAST_MS = 60_000

const whole = (powers: DayForecast['quarters']) =>
  powers.map((power) => (power === null ? null : Math.round(power)))
const wholeSum = (sum: DaySum | null) =>
  sum && {
    low: Math.round(sum.low),
    expected: Math.round(sum.expected),
    high: Math.round(sum.high),
  }

function daysOf({ pv, load }: SystemForecast): ForecastMessage['days'] {
  return pv.days.slice(0, SENT_DAYS).flatMap((sun, i) => {
    const house = load.days[i]
    if (!house) return []
    return [
      {
        start: sun.start.toISOString(),
        pv_w: whole(sun.quarters),
        pv_low_w: whole(sun.low),
        pv_high_w: whole(sun.high),
        load_w: whole(house.quarters),
        load_low_w: whole(house.low),
        load_high_w: whole(house.high),
        pv_wh: wholeSum(sun.sum),
        load_wh: wholeSum(house.sum),
      },
    ]
  })
}

/** Returns what a unit is sent; nothing is expected of one without a forecast. */
function messageOf(forecast: SystemForecast | undefined, weatherBy: string | null): ForecastMessage {
  if (!forecast) return { made_at: null, days: [], weather_by: null }
  const isUsed = forecast.pv.weather === 'used' || forecast.load.weather === 'used'
  return {
    made_at: forecast.made_at.toISOString(),
    days: daysOf(forecast),
    weather_by: isUsed ? weatherBy : null,
  }
}

/** What a forecast says, whenever it was made. */
const contentOf = ({ made_at: _, ...content }: ForecastMessage) =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url')

/** A unit that listens: when it is looked at next, and what it was sent. */
type Listener = { at: number; sentAt: number; content: string | null; isNew: boolean }

type Deps = {
  readonly db: Db
  readonly broker: Pick<Broker, 'publishForecast' | 'onForecastWanted'>
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  /** Whose weather may have been used, as they ask to be named. */
  readonly weatherBy: string | null
}

/**
 * Sends units the forecasts of their systems: when they subscribe, and when what is expected has changed, once in a quarter of
 * an hour at most. Units that do not listen cost nothing.
 */
export function openForecastSender({ db, broker, now, log, weatherBy }: Deps, pollMs = POLL_MS) {
  const listeners = new Map<SerialNumber, Listener>()
  let sending: Promise<void> | undefined
  let closed = false

  broker.onForecastWanted((sn) => {
    const known = listeners.get(sn)
    const at = Math.max(now().getTime(), (known?.sentAt ?? 0) + LEAST_MS)
    listeners.set(sn, { at, sentAt: known?.sentAt ?? 0, content: null, isNew: true })
    wake()
  })

  async function send(sn: SerialNumber, listener: Listener, message: ForecastMessage) {
    const at = now().getTime()
    listener.at = at + EVERY_MS
    const content = contentOf(message)
    if (content === listener.content) return
    if (await broker.publishForecast(sn, message)) {
      Object.assign(listener, { content, sentAt: at, isNew: false })
    } else if (listener.isNew) {
      Object.assign(listener, { at: at + SECOND_TRY_MS, isNew: false })
    } else if (listeners.get(sn) === listener) listeners.delete(sn)
  }

  async function sendPart(): Promise<boolean> {
    const at = now()
    const due = [...listeners].filter(([, listener]) => listener.at <= at.getTime()).slice(0, UNITS_A_PART)
    if (due.length === 0) return false
    const units = due.map(([sn]) => sn)
    const forecasts = await forecastStore(db).ofUnits(units, at)
    for (const [sn, listener] of due) await send(sn, listener, messageOf(forecasts.get(sn), weatherBy))
    return due.length === UNITS_A_PART
  }
  async function sendAll() {
    try {
      while (!closed && (await sendPart()));
    } catch (error) {
      logUnlessUnavailable(log)(error)
    }
    sending = undefined
  }
  function wake() {
    if (!closed) sending ??= sendAll()
  }
  const poll = setInterval(wake, pollMs)

  return {
    /** Waits for sends in progress. */
    async close() {
      closed = true
      clearInterval(poll)
      await sending
    },
  }
}
