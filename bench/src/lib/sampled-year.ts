import { dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import type { Db } from '@kellersonne/server/platform/db/database'
import { counters, folded } from '@kellersonne/server/telemetry/readings/columns'
import type { Quarters } from '@kellersonne/server/telemetry/sealing/day'
import { createSealing } from '@kellersonne/server/telemetry/sealing/job'
import { arraysOf, restoreQuarters } from '@kellersonne/server/telemetry/sealing/rows'
import type { Member } from './fleet.ts'
import { seeded } from './random.ts'

const TIME_ZONE = 'Europe/Berlin'
export const DAYS_A_YEAR = 365
const SAMPLES = 90
const SAMPLE_MS = 10_000
const CAPACITY_WH = 10_000
const BATTERY_W = 4000

/** Returns the start and end of the last `count` days, without today and yesterday. */
export function daysBefore(now: Date, count: number) {
  const last = dayAfter(dayOf(now, TIME_ZONE), -2)
  const midnight = (back: number) => startOfDay(dayAfter(last, -back), TIME_ZONE)
  return Array.from({ length: count }, (_, i) => ({
    start: midnight(count - 1 - i),
    until: midnight(count - 2 - i),
  }))
}

/** Simulates a household sample by sample: sun with clouds, a house with appliances, and a battery. */
function household(seed: number) {
  const random = seeded(seed)
  const noise = (width: number) => (random() - 0.5) * width
  let [cloud, base, appliance, stored, voltage] = [0.8, 200, 0, CAPACITY_WH / 2, 230]
  const total = { pv_wh: 0, import_wh: 0, feed_in_wh: 0, charge_wh: 0, discharge_wh: 0 }
  return (at: number) => {
    const hour = (at / 3_600_000 + 1) % 24
    const season = 1 - 0.7 * Math.cos(((at / 86_400_000 - 10) / 365) * 2 * Math.PI)
    const clear = Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI)) * 4500 * season
    cloud = Math.min(1, Math.max(0.1, cloud + noise(0.04)))
    base = Math.min(400, Math.max(80, base + noise(4)))
    if (random() < 0.004) appliance = random() < 0.6 ? 0 : random() * 2500
    voltage = Math.min(245, Math.max(220, voltage + noise(0.4)))
    const pv = Math.round(clear * cloud + (clear > 0 ? noise(20) : 0))
    const load = Math.round(base + appliance + noise(12))
    const room = pv > load ? CAPACITY_WH - stored : stored
    const battery = room < 20 ? 0 : Math.round(Math.max(-BATTERY_W, Math.min(BATTERY_W, load - pv)))
    const grid = load - pv - battery
    const hours = SAMPLE_MS / 3_600_000
    stored -= battery * hours
    total.pv_wh += Math.max(0, pv) * hours
    total[grid > 0 ? 'import_wh' : 'feed_in_wh'] += Math.abs(grid) * hours
    total[battery > 0 ? 'discharge_wh' : 'charge_wh'] += Math.abs(battery) * hours
    return {
      powers: {
        grid_v: Math.round(voltage * 10) * 100,
        grid_w: grid * 1000,
        pv_w: Math.max(0, pv) * 1000,
        battery_w: battery * 1000,
        soc: Math.round((1000 * stored) / CAPACITY_WH) * 100,
        output_w: (Math.max(0, pv) + battery) * 1000,
        load_w: (grid + Math.max(0, pv) + battery) * 1000,
      } as Record<string, number>,
      total: { ...total } as Record<string, number>,
    }
  }
}

/** Generates a household's days in order: a sample every ten seconds, in whole watts, with slight clock jitter. */
export function sampledDays(seed: number) {
  const draw = household(seed)
  const random = seeded(seed + 1)
  return (start: number, count: number): Quarters => {
    const unknown = () => new Float64Array(count).fill(Number.NaN)
    const measures = Object.fromEntries(
      folded.map((m) => [
        m,
        {
          count: new Float64Array(count).fill(SAMPLES),
          sum: new Float64Array(count),
          min: unknown(),
          max: unknown(),
        },
      ]),
    )
    const counted = Object.fromEntries(
      counters.map(({ name }) => [
        name,
        { first: unknown(), inner: unknown(), last: unknown(), at: { first: unknown(), last: unknown() } },
      ]),
    )
    for (let i = 0; i < count; i += 1)
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        const at = start + i * QUARTER_MS + sample * SAMPLE_MS + Math.floor(random() * 40)
        const { powers, total } = draw(at)
        for (const [name, value] of Object.entries(powers)) {
          const one = measures[name]
          if (!one) continue
          one.sum[i] = (one.sum[i] ?? 0) + value
          one.min[i] = sample === 0 ? value : Math.min(one.min[i] ?? value, value)
          one.max[i] = sample === 0 ? value : Math.max(one.max[i] ?? value, value)
        }
        if (sample > 0 && sample < SAMPLES - 1) continue
        for (const [name, value] of Object.entries(total)) {
          const one = counted[name]
          if (!one) continue
          const side = sample === 0 ? 'first' : 'last'
          one[side][i] = Math.floor(value)
          one.at[side][i] = at
          one.inner[i] = (one.last[i] ?? 0) - (one.first[i] ?? 0)
        }
      }
    return { start, readings: new Float64Array(count).fill(SAMPLES), folded: measures, counted }
  }
}

/** Stores a day's quarters like those of a day that is not sealed yet. */
export const putQuarters = (db: Db, system: number, quarters: Quarters) =>
  db.run(restoreQuarters, [system, ...arraysOf(quarters)])

/** Stores one household's year and seals it with the product's own code. */
export async function sealYear(db: Db, { id }: Member, now: Date) {
  const draw = sampledDays(7)
  for (const { start, until } of daysBefore(now, DAYS_A_YEAR))
    await putQuarters(db, id, draw(start.getTime(), (until.getTime() - start.getTime()) / QUARTER_MS))
  await db.run('insert into latest (system) values ($1)', [id])
  const sealDays = createSealing()
  while (await db.transaction((sql) => sealDays(sql, now)));
}
