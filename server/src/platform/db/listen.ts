import { EventEmitter } from 'node:events'
import pg from 'pg'
import type { DatabasePlace } from './place/place.ts'

const RELISTEN_MS = 500

/** Listens on one dedicated connection for all listeners of the process. */
export function createNotificationListener(place: DatabasePlace) {
  const channels = new EventEmitter()
  channels.setMaxListeners(0)
  let client: pg.Client | undefined
  let isConnecting = false
  let isListening = false
  let closed = false
  let retry: NodeJS.Timeout | undefined

  function lost(which: pg.Client) {
    if (which !== client) return
    client = undefined
    isListening = false
    void which.end().catch(() => undefined)
    again()
  }
  function again() {
    if (!closed && channels.eventNames().length > 0) retry = setTimeout(connect, RELISTEN_MS)
  }
  async function connect() {
    if (client || isConnecting || closed) return
    isConnecting = true
    const server = await place.server().catch(() => null)
    isConnecting = false
    if (server === null) return again()
    if (closed) return
    const mine = new pg.Client({ connectionString: server, connectionTimeoutMillis: 3000, keepAlive: true })
    client = mine
    mine.on('error', () => lost(mine))
    mine.on('end', () => lost(mine))
    mine.on('notification', ({ channel, payload }) => channels.emit(channel, payload ?? ''))
    const names = () =>
      channels
        .eventNames()
        .filter((name) => name !== 'lapse')
        .map(String)
    mine
      .connect()
      .then(async () => {
        const delivered = new Set<string>()
        // More channels may be requested during these queries.
        for (let next = names()[0]; next !== undefined; next = names().find((name) => !delivered.has(name))) {
          await mine.query(`listen ${pg.escapeIdentifier(next)}`)
          delivered.add(next)
        }
        isListening = true
        channels.emit('lapse')
      })
      .catch(() => lost(mine))
  }
  place.onMove(() => {
    if (client) lost(client)
  })
  return {
    listening: () => isListening,
    listen(channel: string, onNotice: (payload: string) => void, onLapse: () => void) {
      const first = channels.listenerCount(channel) === 0
      channels.on(channel, onNotice)
      channels.on('lapse', onLapse)
      if (!client) void connect()
      else if (first && isListening) {
        const mine = client
        mine.query(`listen ${pg.escapeIdentifier(channel)}`).then(onLapse, () => lost(mine))
      }
      return () => {
        channels.off(channel, onNotice)
        channels.off('lapse', onLapse)
      }
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
