import { EventEmitter } from 'node:events'
import pg from 'pg'

const RELISTEN_MS = 500

/** Listens on one dedicated connection for all listeners of the process. */
export function createNotificationListener(url: string) {
  const channels = new EventEmitter()
  channels.setMaxListeners(0)
  let client: pg.Client | undefined
  let isListening = false
  let closed = false
  let retry: NodeJS.Timeout | undefined

  function lost(which: pg.Client) {
    if (which !== client) return
    client = undefined
    isListening = false
    void which.end().catch(() => undefined)
    if (!closed && channels.eventNames().length > 0) retry = setTimeout(connect, RELISTEN_MS)
  }
  function connect() {
    if (client || closed) return
    const mine = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, keepAlive: true })
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
  return {
    listening: () => isListening,
    listen(channel: string, onNotice: (payload: string) => void, onLapse: () => void) {
      const first = channels.listenerCount(channel) === 0
      channels.on(channel, onNotice)
      channels.on('lapse', onLapse)
      if (!client) connect()
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
