import { serialNumber } from '@kellersonne/contract/systems/systems'
import mqtt from 'mqtt'
import type { Db } from '../../src/platform/db/database.ts'
import { systemStore } from '../../src/systems/store.ts'
import { readingStore } from '../../src/telemetry/readings/store.ts'

export const now = () => new Date()
export const sn = serialNumber.parse('1001')
export const other = serialNumber.parse('1002')
/** A reading dated a minute ago, plus some ms. */
export const at = (ms = 0) =>
  JSON.stringify({ at: new Date(Date.now() - 60_000 + ms).toISOString(), grid_w: 5 })

export const next = (client: mqtt.MqttClient, event: 'connect' | 'close' | 'error' | 'message') =>
  new Promise<unknown[]>((resolve) => client.once(event, (...received: unknown[]) => resolve(received)))

/** Adds both units to a database that can store their readings; resolves to the first one's id. */
export async function enrol(db: Db) {
  await readingStore(db).makePartitions(now())
  const unit = { phase: 1, timeZone: 'Europe/Berlin' }
  const system = await systemStore(db).put({ ...unit, sn, secret: 'secret' })
  await systemStore(db).put({ ...unit, sn: other, secret: 'another' })
  return system
}

/** Connections to the broker at a port, as the first unit by default. */
export function lines(portOf: () => number) {
  const clients: mqtt.MqttClient[] = []
  function dial(options: mqtt.IClientOptions = {}, port = portOf()) {
    const client = mqtt.connect({
      ...{ host: '127.0.0.1', port, protocolVersion: 4, reconnectPeriod: 0 },
      ...{ clientId: sn, username: sn, password: 'secret' },
      ...options,
    })
    client.on('error', () => undefined)
    clients.push(client)
    return client
  }
  /** Resolves to a client that was let in; rejects if it was refused. */
  async function connected(options?: mqtt.IClientOptions, port?: number) {
    const client = dial(options, port)
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve())
      client.once('error', (error) => {
        if (error instanceof mqtt.ErrorWithReasonCode) reject(error)
      })
    })
    return client
  }
  const hangUp = () => Promise.all(clients.splice(0).map((client) => client.endAsync(true)))
  return { dial, connected, hangUp }
}
