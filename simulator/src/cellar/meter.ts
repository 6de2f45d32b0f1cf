import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import type { Sample } from '../plant/plant.ts'

/** Where a reading head at the grid's meter publishes: W, and Wh counters. */
export const meterTopics = {
  grid: 'cellar/meter/power',
  imported: 'cellar/meter/import',
  exported: 'cellar/meter/export',
} as const

/** Resolves once a broker on this machine carries what the meter tells. */
export async function openMeter(port: number) {
  const aedes = await Aedes.createBroker()
  const sockets = new Set<Socket>()
  const server = createServer(aedes.handle).on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const publish = (topic: string, value: number) =>
    aedes.publish(
      {
        cmd: 'publish',
        topic,
        payload: Buffer.from(String(Math.round(value))),
        qos: 0,
        retain: true,
        dup: false,
      },
      () => undefined,
    )
  return {
    measure({ grid, energies }: Sample) {
      publish(meterTopics.grid, grid)
      publish(meterTopics.imported, energies.import)
      publish(meterTopics.exported, energies.feedIn)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await new Promise<void>((resolve) => aedes.close(() => resolve()))
    },
  }
}
