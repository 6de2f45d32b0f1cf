import { topics } from '@kellersonne/contract/telemetry/device'
import * as z from 'zod/mini'
import { Untried, Wrong } from '../report.ts'
import { when, within } from '../watch.ts'
import type { Bench } from './bench.ts'

/** MQTT 3.1.1, 3.2.2.3: the server is unavailable; user name or password are wrong. */
const [UNAVAILABLE, BAD_CREDENTIALS] = [3, 4]
const MAX_KEEP_ALIVE_S = 600
const will = z.object({ online: z.literal(false) })

/** True if the last will reports the unit as gone. */
function isFarewell(payload: string | Buffer): boolean {
  try {
    return will.safeParse(JSON.parse(payload.toString())).success
  } catch {
    return false
  }
}

/** Waits for the unit; resolves to whether it has signed in. */
export async function signIn({ steps, watch, broker, sn, secret, handsMs }: Bench): Promise<boolean> {
  const section = 'connection.md#sign-in'
  broker.refuse(UNAVAILABLE, BAD_CREDENTIALS)
  const tried = await steps.step(
    section,
    'connects with MQTT 3.1.1',
    async (signal) => {
      const packet = await watch
        .until('a CONNECT', () => broker.connects()[0], signal)
        .catch((error: unknown) => {
          const fault = broker.handshakeFault()
          const what = broker.attempts() > 0 ? 'it connected, but sent no CONNECT' : 'no connection'
          throw fault === null
            ? new Wrong(`${what} (${error instanceof Error ? error.message : error})`)
            : new Wrong(`no TLS: ${fault}`)
        })
      if (packet.protocolVersion !== 4) throw new Wrong(`protocol level ${packet.protocolVersion}`)
      return undefined
    },
    handsMs,
  )
  if (!tried) return false
  const connect = () => {
    const packet = broker.connects().at(-1)
    if (!packet) throw new Wrong('no CONNECT')
    return packet
  }
  await steps.step(section, 'has its serial number as client id and user name', async () => {
    const { clientId, username } = connect()
    if (clientId !== sn || username !== sn) throw new Wrong(`client id ${clientId}, user name ${username}`)
    return undefined
  })
  await steps.step(section, 'has its secret as password', async () => {
    if (secret === null) throw new Untried('the secret was not given')
    if (connect().password?.toString() !== secret) throw new Wrong('another password')
    return undefined
  })
  await steps.step(section, 'has a keep-alive of at most 600 s', async () => {
    const { keepalive = 0 } = connect()
    if (keepalive === 0 || keepalive > MAX_KEEP_ALIVE_S) throw new Wrong(`${keepalive} s`)
    return `${keepalive} s`
  })
  await steps.step(section, 'has a last will that says it is gone', async () => {
    const last = connect().will
    if (!last) throw new Wrong('none')
    if (last.topic !== topics.online.of(sn)) throw new Wrong(`to ${last.topic}`)
    if (!isFarewell(last.payload)) throw new Wrong(`payload ${last.payload.toString().slice(0, 100)}`)
    if (last.qos !== 1 || last.retain) throw new Wrong(`QoS ${last.qos}, retain ${last.retain}`)
    return undefined
  })
  return steps.step(section, 'signs in again after refusals 3 and 4', async (signal) => {
    await watch.until('a further CONNECT', () => broker.connection() ?? undefined, signal)
    return undefined
  })
}

/** What a unit does after each CONNACK, on the present connection. */
async function greets({ watch, broker, received, sn }: Bench, signal: AbortSignal) {
  const own = await watch.until('a connection', () => broker.connection() ?? undefined, signal)
  const subscription = await watch.until(
    'a subscription to its commands',
    () =>
      broker
        .subscriptions()
        .find(({ topic, connection }) => topic === topics.command.of(sn) && connection >= own),
    signal,
  )
  if (subscription.qos !== 1) throw new Wrong(`subscribed at QoS ${subscription.qos}`)
  await watch.until(
    '{"online": true}',
    () => when(received.online().some(({ online, connection }) => online && connection >= own)),
    signal,
  )
}

export async function greeting(bench: Bench) {
  const { steps, watch, received } = bench
  await steps.step(
    'connection.md#topics',
    'subscribes to its commands, and says that it is online',
    async (signal) => {
      await greets(bench, signal)
      return undefined
    },
  )
  await steps.step('messages.md#state', 'sends its state after connecting', async (signal) => {
    await watch.until('a state', () => received.states()[0], signal)
    return undefined
  })
}

/** Withholds acknowledgements and breaks the connection: what was not acknowledged must come again. */
export async function resending(bench: Bench) {
  const { steps, watch, broker, received } = bench
  let before = 0
  await steps.step(
    'connection.md#acknowledgements',
    'sends again what was not acknowledged',
    async (signal) => {
      before = await watch.until('a connection', () => broker.connection() ?? undefined, signal)
      broker.withhold(true)
      const known = received.total()
      const fresh = () => received.readings().find(({ number, resent }) => number > known && !resent)
      const lost = await watch.until('a reading', fresh, signal)
      broker.cut()
      broker.withhold(false)
      await watch.until(
        `the reading of ${lost.reading.at.toISOString()} again`,
        () =>
          when(
            received
              .readings()
              .some(({ hash, connection }) => hash === lost.hash && connection > lost.connection),
          ),
        signal,
      )
      return undefined
    },
  )
  broker.withhold(false)
  await steps.step(
    'connection.md#sign-in',
    'comes back after a break, and does the same again',
    async (signal) => {
      await watch.until('a new connection', () => when((broker.connection() ?? 0) > before), signal)
      await greets(bench, signal)
      return undefined
    },
  )
}

const TICK_MS = 50
/** How many readings an outage must be long. */
const OUTAGE = 10

/** A short outage: what was measured meanwhile must come. */
export async function backlog({ steps, watch, broker, received, now, signal, deadlineMs }: Bench) {
  const section = 'connection.md#acknowledgements'
  if (!steps.tries(section)) return
  const times = () =>
    [...new Set(received.readings().map(({ reading }) => reading.at.getTime()))].toSorted((a, b) => a - b)
  const gapsOf = (sorted: readonly number[]) => sorted.slice(1).map((at, i) => at - (sorted[i] ?? at))
  function medianGap() {
    const gaps = gapsOf(times()).toSorted((a, b) => a - b)
    return gaps[gaps.length >> 1]
  }
  // Not a part of the step: this wait is no fault of the unit's.
  const usual = await watch.until('two readings', medianGap, within(signal, deadlineMs)).catch(() => null)

  async function work(signal: AbortSignal) {
    if (usual === null) throw new Untried('too few readings to know how often it measures')
    const left = times().at(-1) ?? 0
    broker.leave(true)
    const timer = setInterval(watch.notify, TICK_MS)
    await watch
      .until('the end of the outage', () => when(now().getTime() > left + OUTAGE * usual), signal)
      .finally(() => clearInterval(timer))
    broker.leave(false)
    const back = now().getTime()
    const first = () => times().find((at) => at >= back)
    const soon = within(signal, deadlineMs)
    await watch.until('a reading made after it came back', first, soon)
    const missed = () => times().some((at) => at > left && at < back)
    await watch.until('any reading of the outage', () => when(missed()), soon)
    return undefined
  }
  const ms = deadlineMs + 2 * OUTAGE * (usual ?? 0)
  await steps.step(section, 'sends what it measured while offline', work, ms)
  broker.leave(false)
}

/** Checks that the unit announces its departure before disconnecting. */
export async function leaving({ steps, watch, received, hands, handsMs }: Bench) {
  const [section, rule] = ['messages.md#online', 'says that it leaves before it disconnects']
  if (!hands) return steps.untried(section, rule, 'nobody can shut it down (--hands)')
  return steps.step(
    section,
    rule,
    async (signal) => {
      hands('leave')
      await watch.until('{"online": false}', () => when(received.online().at(-1)?.online === false), signal)
      return undefined
    },
    handsMs,
  )
}
