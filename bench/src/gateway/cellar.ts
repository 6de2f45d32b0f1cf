import { openBattery } from '@kellersonne/simulator/cellar/battery'
import { openInverter } from '@kellersonne/simulator/cellar/inverter'
import { meterTopics, openMeter } from '@kellersonne/simulator/cellar/meter'
import { advance, FREE, initialPlant, STORAGE, siteOf } from '@kellersonne/simulator/plant/plant'

const site = siteOf({ seed: 1, latitude: 47.66, longitude: 9.17, timeZone: 'Europe/Berlin' })
const plant = { site, phase: 1, battery: STORAGE } as const
/** The devices' time runs this many times as fast: 4500 W look like 90 kW, less than what a house is believed to have. */
const FACTOR = 20
const STEP_MS = 100
/** W, in turn for a minute of their time: sun that is fed in, and a house that draws. */
const holds = [
  { ...FREE, pv: 4500, load: 900, battery: -1200 },
  { ...FREE, pv: 300, load: 3100, battery: 700 },
] as const

/** Three devices of three makers: an inverter by Modbus, a battery by HTTP, a meter by MQTT. Their counters stand still until `start`. */
export async function openCellar([inverter = 0, battery = 0, meter = 0]: readonly number[]) {
  let state = initialPlant(1, Date.now())
  let steps = 0
  let sample = advance(plant, state, state.at + 1, { hold: holds[0] }).sample
  const head = await openMeter(meter)
  const others = [await openInverter(inverter, () => sample), await openBattery(battery, () => sample)]
  const show = setInterval(() => head.measure(sample), STEP_MS)
  let moving: NodeJS.Timeout | undefined
  const host = '127.0.0.1'
  return {
    /** Lifetime counters, in Wh as the devices show them. */
    counters: () => ({
      pv: Math.round(sample.energies.pv),
      import: Math.round(sample.energies.import),
      feed_in: Math.round(sample.energies.feedIn),
    }),
    start() {
      moving = setInterval(() => {
        const hold = holds[Math.floor(steps / 30) % holds.length] ?? holds[0]
        steps += 1
        ;({ state, sample } = advance(plant, state, state.at + FACTOR * STEP_MS, { hold }))
      }, STEP_MS)
    },
    stop: () => clearInterval(moving),
    /** As in a gateway's settings. */
    devices: [
      { name: 'inverter', profile: 'sma-pv', host, port: inverter },
      { name: 'battery', profile: 'sonnen', host, port: battery },
      {
        ...{ name: 'meter', profile: 'generic-mqtt', host, port: meter },
        options: {
          grid_topic: meterTopics.grid,
          imported_topic: meterTopics.imported,
          exported_topic: meterTopics.exported,
        },
      },
    ],
    async close() {
      clearInterval(moving)
      clearInterval(show)
      for (const device of [head, ...others]) await device.close()
    },
  }
}
