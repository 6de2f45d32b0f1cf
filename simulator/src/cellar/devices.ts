import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { readConfig } from '../config.ts'
import { STORAGE, siteOf } from '../plant/plant.ts'
import { openBattery } from './battery.ts'
import { openCellar } from './cellar.ts'
import { openInverter } from './inverter.ts'
import { meterTopics, openMeter } from './meter.ts'

/** The house next door: other clouds, other habits. */
const NEIGHBOUR = 17

/** Resolves to a port of this machine that is free now. */
const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = address !== null && typeof address === 'object' ? address.port : 0
      probe.close(() => resolve(port))
    })
  })

/**
 * Runs three devices of three makers in one cellar, as a gateway finds them: an inverter by Modbus, a battery by HTTP, a
 * meter by MQTT. `folder` keeps what their counters showed. Resolves to the gateway's settings for them.
 */
export async function runDevices(folder: string, env: NodeJS.ProcessEnv) {
  const { LATITUDE: latitude, LONGITUDE: longitude, TIME_ZONE: timeZone, SEED } = readConfig(env)
  mkdirSync(folder, { recursive: true })
  const site = siteOf({ seed: SEED + NEIGHBOUR, latitude, longitude, timeZone })
  const ports = [await freePort(), await freePort(), await freePort()] as const
  const meter = await openMeter(ports[2])
  const cellar = openCellar(folder, { site, phase: 1, battery: STORAGE }, meter.measure)
  const inverter = await openInverter(ports[0], cellar.now)
  const battery = await openBattery(ports[1], cellar.now)
  const host = '127.0.0.1'
  return {
    capacityWh: STORAGE.capacity,
    devices: [
      { name: 'inverter', profile: 'sma-pv', host, port: ports[0] },
      { name: 'battery', profile: 'sonnen', host, port: ports[1] },
      {
        ...{ name: 'meter', profile: 'generic-mqtt', host, port: ports[2] },
        options: {
          grid_topic: meterTopics.grid,
          imported_topic: meterTopics.imported,
          exported_topic: meterTopics.exported,
        },
      },
    ],
    async close() {
      cellar.close()
      await Promise.all([inverter.close(), battery.close(), meter.close()])
    },
  }
}
