import { WebSocket } from 'ws'
import type { HomeAssistantTransport } from '../../profiles/json.ts'
import { connectionFault, DeviceFault } from '../fault.ts'
import { normalised, parsed, rawJson } from '../json.ts'
import { filled, required } from '../options.ts'
import { openMeter } from '../pieces.ts'
import type { DeviceConnection, Field, Fields, Place } from '../transport.ts'
import { frameSize } from './frames.ts'
import { openHandshake } from './handshake.ts'
import { applied, type Entity, message } from './messages.ts'

const RETRY_MS = 10_000
const PING_MS = 20_000
const MAX_BYTES = 1024 * 1024
/** Limit on what waits to be sent to a server that reads nothing. */
const MAX_QUEUED = 256 * 1024
const UNKNOWN = new Set(['unavailable', 'unknown', ''])

/** Follows a Home Assistant's entities by websocket: while it is connected, their last states are current. */
export function openHomeAssistant(transport: HomeAssistantTransport, place: Place): DeviceConnection {
  const token = required(transport.token, place.options)
  const wanted = Object.entries(transport.fields).flatMap(([name, { entity, scale }]) => {
    const id = filled(entity, place.options)
    return id === null ? [] : [{ name, id, scale }]
  })
  const ids = new Set(wanted.map((one) => one.id))
  const server = { scheme: transport.scheme, host: place.host, port: place.port ?? transport.port }
  const url = `${server.scheme}://${server.host}:${server.port}/api/websocket`
  let entities: ReadonlyMap<string, Entity> = new Map()
  let fault: DeviceFault | null = new DeviceFault('silent')
  let closed = false
  let id = 0
  /** Pings are answered only then. */
  let isAuthenticated = false
  let answered = true
  let retry: NodeJS.Timeout | undefined
  let socket = open()

  function open(): WebSocket {
    const handshake = openHandshake(server, drop)
    const mine = new WebSocket(url, {
      ...{ maxPayload: MAX_BYTES, createConnection: handshake.connect },
      // A few bytes would expand to a megabyte.
      perMessageDeflate: false,
    })
    let asked = false
    let dropped = false
    isAuthenticated = false
    answered = true
    function drop(found: DeviceFault) {
      if (dropped) return
      dropped = true
      fault = found
      mine.terminate()
    }
    function checkQueue() {
      // The library itself ends a connection on which too many of its pongs wait.
      const isEnded = mine.readyState !== WebSocket.OPEN
      if (isEnded || mine.bufferedAmount > MAX_QUEUED) drop(new DeviceFault('flood'))
    }
    function send(content: object) {
      mine.send(JSON.stringify(content))
      checkQueue()
    }
    function authenticate() {
      if (asked) return drop(new DeviceFault('half_answer', 'auth_required'))
      asked = true
      send({ type: 'auth', access_token: token })
    }
    function subscribe() {
      isAuthenticated = true
      answered = true
      send({ id: ++id, type: 'subscribe_entities', entity_ids: [...ids] })
    }
    function listen(bytes: Buffer) {
      const { data } = message.safeParse(parsed(bytes, 'websocket'))
      if (data?.type === 'auth_required') authenticate()
      if (data?.type === 'auth_invalid') fault = new DeviceFault('unauthorized')
      if (data?.type === 'auth_ok') subscribe()
      // It may still be starting.
      if (data?.type === 'result' && !data.success) drop(new DeviceFault('http_status', 'subscribe_entities'))
      if (data?.type === 'pong') answered = true
      if (data?.type === 'event') {
        entities = applied(entities, data.event, ids)
        fault = null
      }
    }
    mine.on('message', (bytes) => {
      try {
        // What was read before the connection was dropped is still passed on.
        if (Buffer.isBuffer(bytes) && !dropped) listen(bytes)
      } catch (error) {
        fault = connectionFault(error)
      }
    })
    mine.on('upgrade', ({ socket }) => {
      handshake.done()
      const take = openMeter(frameSize)
      // Before the library's own listener, which parses.
      socket.prependListener('data', (read: Buffer) => {
        try {
          if (!dropped) take(read)
        } catch (error) {
          drop(connectionFault(error))
        }
      })
    })
    mine.on('ping', checkQueue)
    mine.on('error', (error) => {
      if (!dropped) fault = connectionFault(error)
    })
    mine.on('close', () => {
      handshake.done()
      if (fault?.code !== 'unauthorized') fault ??= new DeviceFault('closed')
      entities = new Map()
      clearTimeout(retry)
      if (!closed)
        retry = setTimeout(() => {
          socket = open()
        }, RETRY_MS)
    })
    return mine
  }
  const pinging = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return
    if (!answered) return socket.terminate()
    answered = false
    if (isAuthenticated) socket.send(JSON.stringify({ id: ++id, type: 'ping' }))
  }, PING_MS)

  return {
    read(): Promise<Fields> {
      if (fault) return Promise.reject(fault)
      const at = place.clock()
      const fields = wanted.flatMap(({ name, id: entity, scale }) => {
        const known = entities.get(entity)
        if (!known) return []
        const value = UNKNOWN.has(known.state) ? null : normalised(known.state, scale, known.unit)
        const field: Field = { value, raw: () => rawJson(known.state, known.unit), at }
        return [[name, field] as const]
      })
      return Promise.resolve(new Map(fields))
    },
    async close() {
      closed = true
      clearTimeout(retry)
      clearInterval(pinging)
      socket.terminate()
    },
  }
}
