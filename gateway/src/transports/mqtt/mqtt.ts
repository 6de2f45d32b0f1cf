import { type IPublishPacket, MqttClient } from 'mqtt'
import type { Formula } from '../../profiles/expressions.ts'
import type { MqttField, MqttTransport } from '../../profiles/json.ts'
import { connectionFault, DeviceFault } from '../fault.ts'
import { evaluated, formulaOf, normalised, parsed, rawJson } from '../json.ts'
import { filled, required } from '../options.ts'
import { type DeviceConnection, type Field, type Fields, type Place, rememberedMs } from '../transport.ts'
import { openAnnounced } from './announced.ts'
import { openStream } from './stream.ts'
import { matches } from './topics.ts'

const RECONNECT_MS = 5000
/** The longest wait for a broker that sends what it must not; the wait doubles each time. */
const MAX_RECONNECT_MS = 300_000
const CONNECT_MS = 10_000
/** Limit on the payload of a value. */
const MAX_PAYLOAD = 16 * 1024
/** What a device may call itself in a topic. */
const NAMED = /^[^+#]{1,64}$/
const SECOND = 1000

type Received = { readonly payload: Buffer; readonly at: number }
type Wanted = {
  readonly name: string
  readonly topic: string
  readonly field: MqttField
  readonly path: Formula | null
  readonly unit: Formula | null
}

function wantedOf(transport: MqttTransport, options: Place['options']): Wanted[] {
  return Object.entries(transport.fields).flatMap(([name, field]) => {
    const topic = filled(field.topic, options)
    const path = field.path === undefined ? undefined : filled(field.path, options)
    if (topic === null || path === null) return []
    const unit = field.unit === undefined ? null : formulaOf(field.unit, name)
    return [{ name, topic, field, path: path === undefined ? null : formulaOf(path, name), unit }]
  })
}

/** Subscribes to a device over MQTT. Publishes nothing but the message that keeps the device publishing. */
export function openMqtt(transport: MqttTransport, place: Place): DeviceConnection {
  const options: Record<string, string> = { ...place.options }
  /** The last payload of each field, evaluated only when read: frequent messages cost nothing. */
  const received = new Map<string, Received>()
  let wanted: readonly Wanted[] = []
  let fault: DeviceFault | null = new DeviceFault('silent')
  let alive = transport.alive === undefined
  let beatAt = 0
  let keeping: NodeJS.Timeout | undefined
  /** Those of the followed device. */
  let topics: string[] = []
  const { discover } = transport
  /** What the devices announced, where the settings do not say which one to follow. */
  const announced =
    discover && !options[discover.option]
      ? { ...discover, names: openAnnounced(rememberedMs(transport.ttl_s), place.clock) }
      : null

  const known = (text: string | undefined) => (text === undefined ? null : filled(text, options))
  const [username, password] = [known(transport.user), known(transport.password)]
  let breached = false
  let wait = RECONNECT_MS
  function onBreach(found: DeviceFault) {
    fault = found
    breached = true
    client.options.reconnectPeriod = wait
    wait = Math.min(MAX_RECONNECT_MS, 2 * wait)
  }
  const broker = {
    ...{ scheme: transport.scheme, host: place.host, ca: null },
    port: place.port ?? transport.port ?? (transport.scheme === 'mqtts' ? 8883 : 1883),
  }
  const client = new MqttClient(() => openStream(broker, onBreach), {
    ...{ reconnectPeriod: RECONNECT_MS, connectTimeout: CONNECT_MS, clean: true, resubscribe: false },
    ...(username !== null && { username }),
    ...(password !== null && { password }),
  })

  /** Subscribes to the topic in which devices announce themselves. */
  function ask() {
    if (!announced) return
    try {
      client.subscribe(required(announced.topic, options))
    } catch (error) {
      fault = connectionFault(error)
    }
  }
  /** Subscribes to the fields' topics, once it is known whose. */
  function follow() {
    if (announced && !options[announced.option]) return
    try {
      wanted = wantedOf(transport, options)
    } catch (error) {
      fault = connectionFault(error)
      return
    }
    const all = [
      ...wanted.map(({ topic }) => topic),
      known(transport.heartbeat),
      known(transport.alive?.topic),
    ]
    topics = [...new Set(all.filter((topic) => topic !== null))]
    client.subscribe(topics)
    keepAlive()
  }
  /** Follows another device that has announced itself, if the followed one has been silent for too long. */
  function turn() {
    if (!announced) return
    const name = announced.names.turn()
    if (name === null) return
    if (options[announced.option]) {
      client.unsubscribe(topics)
      // Names that were crowded out are announced again, where their messages are retained.
      ask()
    }
    options[announced.option] = name
    received.clear()
    ;[fault, alive, beatAt] = [new DeviceFault('silent'), transport.alive === undefined, 0]
    follow()
  }
  function keepAlive() {
    clearInterval(keeping)
    const { keepalive } = transport
    const topic = known(keepalive?.topic)
    if (!keepalive || topic === null) return
    client.publish(topic, keepalive.payload)
    keeping = setInterval(
      () => client.connected && client.publish(topic, keepalive.payload),
      SECOND * keepalive.every_s,
    )
  }
  function noteAnnounced(topic: string) {
    if (!announced || !matches(announced.topic, topic)) return
    const name = topic.split('/')[announced.level] ?? ''
    if (NAMED.test(name)) {
      announced.names.announce(name)
      turn()
    } else if (!options[announced.option]) fault = new DeviceFault('half_answer', topic)
  }
  async function fieldOf({ name, field, path, unit }: Wanted, { payload, at }: Received): Promise<Field> {
    const since = transport.heartbeat === undefined ? at : Math.max(at, beatAt)
    // An empty payload means that the value no longer exists.
    if (payload.length === 0) return { value: null, raw: () => '', at: since }
    const content = path === null && unit === null ? payload.toString('utf8') : parsed(payload, field.topic)
    const found = path === null ? content : await evaluated(path, content, name)
    const inUnit = unit === null ? undefined : await evaluated(unit, content, name)
    return { value: normalised(found, field.scale, inUnit), raw: () => rawJson(found, inUnit), at: since }
  }
  function onMessage(topic: string, payload: Buffer, { retain }: IPublishPacket) {
    // What was read before the breach is still passed on.
    if (breached) return
    noteAnnounced(topic)
    if (topic === known(transport.alive?.topic)) alive = payload.toString('utf8') === transport.alive?.equals
    if (topic === known(transport.heartbeat) && !retain) {
      beatAt = place.clock()
      announced?.names.hear()
    }
    for (const one of wanted) {
      if (!matches(one.topic, topic)) continue
      fault = payload.length > MAX_PAYLOAD ? new DeviceFault('too_large', topic) : null
      if (fault !== null) continue
      received.set(one.name, { payload, at: place.clock() })
      announced?.names.hear()
    }
  }
  client.on('connect', () => {
    breached = false
    announced?.names.hear()
    ask()
    follow()
  })
  client.on('message', onMessage)
  client.on('error', (error) => {
    // The stream reports its own end as an error; what led to it is known already.
    if (error.name === 'AbortError') return
    fault =
      'code' in error && (error.code === 4 || error.code === 5)
        ? new DeviceFault('unauthorized')
        : connectionFault(error)
  })
  client.on('close', () => {
    fault ??= new DeviceFault('closed')
    if (breached) return
    wait = RECONNECT_MS
    client.options.reconnectPeriod = wait
  })

  return {
    async read(): Promise<Fields> {
      if (client.connected) turn()
      if (fault) throw fault
      if (!alive) throw new DeviceFault('gone')
      const now = place.clock()
      const since = now - SECOND * transport.ttl_s
      // What came while the clock was ahead must not count as current until then.
      beatAt = Math.min(beatAt, now)
      for (const [name, last] of received) if (last.at > now) received.set(name, { ...last, at: now })
      const fields = new Map<string, Field>()
      for (const one of wanted) {
        const last = received.get(one.name)
        const field = last && (await fieldOf(one, last))
        if (field && field.at >= since) fields.set(one.name, field)
      }
      if (fields.size === 0) throw new DeviceFault('silent')
      return fields
    },
    async close() {
      clearInterval(keeping)
      await client.endAsync(true)
    },
  }
}
