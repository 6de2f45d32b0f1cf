import { fastify } from 'fastify'
import type { Sample } from '../plant/plant.ts'

/** As a sonnenBatterie says it: `GridFeedIn_W` is positive while feeding in, `Pac_total_W` while discharging. */
const statusOf = ({ pv, grid, battery, soc, voltage }: Sample) => ({
  GridFeedIn_W: -Math.round(grid),
  Pac_total_W: Math.round(battery),
  Production_W: Math.round(pv),
  Consumption_W: Math.round(pv + grid + battery),
  USOC: Math.round(soc),
  Uac: Math.round(voltage),
})

/** Resolves once a web server on this machine answers for the battery. */
export async function openBattery(port: number, now: () => Sample) {
  const app = fastify()
  app.get('/api/v2/status', () => statusOf(now()))
  await app.listen({ host: '127.0.0.1', port })
  return { close: () => app.close() }
}
