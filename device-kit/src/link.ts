import type { Duplex } from 'node:stream'
import { connect, type IClientOptions, MqttClient } from 'mqtt'

export type MqttMessage = { readonly topic: string; readonly payload: string }
export type LinkDeps = {
  readonly url: string
  /** Connects in place of the library, with TLS if the URL has it. */
  readonly openStream?: (() => Duplex) | undefined
  /** User name and client id. */
  readonly sn: string
  readonly secret: string
  /** PEM of the CA to trust instead of the public ones; null = those. */
  readonly ca: string | null
  /** Last will: what the broker publishes when the unit vanishes. */
  readonly will: MqttMessage
  /** Subscribed to at QoS 1. */
  readonly topic: string
  readonly onMessage: (payload: string) => void
  readonly onUp: () => void
  readonly onDown: () => void
  /** Called with why a connection could not be opened, or broke. */
  readonly onFault: (error: Error) => void
  /** In [0, 1): spreads the reconnects of many units. */
  readonly jitter: () => number
}

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 15_000
const CONNECT_MS = 10_000
/** After this time without any acknowledgement, the connection counts as dead. */
const SILENCE_MS = 60_000
const FAREWELL_MS = 1000

/**
 * A unit's connection to its broker, re-established with increasing back-off while the cable is plugged in. A message
 * counts only once acknowledged; the link itself retransmits nothing: each connection starts with nothing in flight.
 */
export function openMqttLink(deps: LinkDeps) {
  let client: MqttClient | null = null
  let up = false
  let plugged = true
  let closed = false
  let failures = 0
  let unacknowledged = 0
  let retry: NodeJS.Timeout | undefined
  let silence: NodeJS.Timeout | undefined

  function listenForAcks() {
    clearTimeout(silence)
    if (unacknowledged > 0) silence = setTimeout(() => client?.stream.destroy(), SILENCE_MS)
  }
  function lost(which: MqttClient) {
    if (which !== client) return
    client = null
    which.end(true)
    unacknowledged = 0
    clearTimeout(silence)
    if (up) deps.onDown()
    up = false
    if (closed || !plugged) return
    const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures) * (0.5 + deps.jitter() / 2)
    failures += 1
    retry = setTimeout(open, wait)
  }
  function open() {
    const { openStream } = deps
    const options: IClientOptions = {
      clientId: deps.sn,
      username: deps.sn,
      password: deps.secret,
      ...(deps.ca !== null && { ca: deps.ca }),
      // Lets a broker that keeps sessions deliver the commands published in the meantime.
      clean: false,
      keepalive: 60,
      reconnectPeriod: 0,
      connectTimeout: CONNECT_MS,
      will: { topic: deps.will.topic, payload: Buffer.from(deps.will.payload), qos: 1, retain: false },
    }
    const mine = openStream ? new MqttClient(openStream, options) : connect(deps.url, options)
    client = mine
    // Every error ends in a close, where it is handled.
    mine.on('error', (error) => {
      deps.onFault(error)
      mine.stream.destroy()
    })
    mine.on('close', () => lost(mine))
    mine.on('message', (_topic, payload) => deps.onMessage(payload.toString()))
    mine.on('connect', () => {
      failures = 0
      up = true
      mine.subscribe(deps.topic, { qos: 1 })
      deps.onUp()
    })
  }
  open()

  return {
    up: () => up,
    plugged: () => plugged,
    /** Sends at QoS 1; `onAck` is called once the broker has acknowledged, and never if the connection breaks. */
    send({ topic, payload }: MqttMessage, onAck: () => void) {
      const mine = client
      if (!mine || !up) return
      unacknowledged += 1
      if (unacknowledged === 1) listenForAcks()
      mine.publish(topic, payload, { qos: 1 }, (error) => {
        if (error || mine !== client) return
        unacknowledged -= 1
        listenForAcks()
        onAck()
      })
    },
    /** Unplugged, the connection drops without a DISCONNECT and stays down. */
    plug(into: boolean) {
      if (into === plugged) return
      plugged = into
      clearTimeout(retry)
      failures = 0
      if (into) open()
      else if (client) lost(client)
    },
    /** Waits briefly for acknowledgements, then disconnects properly. */
    async close() {
      closed = true
      clearTimeout(retry)
      clearTimeout(silence)
      const mine = client
      if (!mine) return
      const gone = new Promise<void>((resolve) => mine.once('close', resolve))
      if (up) mine.end()
      else mine.stream.destroy()
      const timer = setTimeout(() => mine.stream.destroy(), FAREWELL_MS)
      await gone
      clearTimeout(timer)
    },
  }
}
