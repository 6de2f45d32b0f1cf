import { wattHours } from '@kellersonne/core/units/units'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpTelemetry, unknown } from '../../../test/set-up/telemetry.ts'
import { noteMissingReadings } from './missing-readings.ts'

const { db, system, reading, report } = setUpTelemetry()
const at = (time: string) => new Date(`2026-06-18T${time}Z`)
const counted = (time: string, pv: number) =>
  reading(at(time), { counters: { ...unknown.counters, pv: wattHours(pv) } })

const quarter = z.object({ readings: z.int(), energy: z.nullable(z.int()) })
const quarters = () =>
  db().rows(quarter, 'select readings, pv_wh as energy from quarter where system = $1 order by at', [
    system().id,
  ])
const refusals = () =>
  db().rows(
    z.object({ reason: z.string(), field: z.nullable(z.string()) }),
    'select reason, field from refused where system = $1',
    [system().id],
  )
/** Does to the database what a backup without raw readings and its restore do. */
async function loseReadings() {
  await db().run('delete from reading')
  await noteMissingReadings(db())
}

describe('after a restore without raw readings', () => {
  it('HND-33 a quarter keeps its energy, and refuses what it may have counted', async () => {
    await report(counted('08:01:00', 1000), counted('08:05:00', 1020), counted('08:09:00', 1050))
    const before = await quarters()
    expect(before).toEqual([{ readings: 3, energy: 50 }])
    await loseReadings()
    await report(counted('08:05:00', 1020), counted('08:07:00', 1030))
    expect(await quarters()).toEqual(before)
    expect(await refusals()).toEqual([
      { reason: 'time_past', field: 'at' },
      { reason: 'time_past', field: 'at' },
    ])
  })

  it('HND-33 a quarter that the backup did not know is counted, and recounted, as ever', async () => {
    await report(counted('08:01:00', 1000), counted('09:01:00', 1100))
    await loseReadings()
    await report(counted('08:16:00', 1010))
    await report(counted('08:20:00', 1030), counted('09:16:00', 1200))
    await report(counted('08:18:00', 1020), counted('08:18:00', 1020))
    expect(await quarters()).toEqual([
      { readings: 1, energy: 0 },
      { readings: 3, energy: 20 },
      { readings: 1, energy: 0 },
      { readings: 1, energy: 0 },
    ])
    expect(await refusals()).toEqual([])
  })

  it('HND-33 a quarter whose raw readings are all there takes further ones', async () => {
    await report(counted('08:01:00', 1000), counted('08:05:00', 1020))
    await noteMissingReadings(db())
    await report(counted('08:03:00', 1005), counted('08:05:00', 1020))
    expect(await quarters()).toEqual([{ readings: 3, energy: 20 }])
    expect(await refusals()).toEqual([])
  })
})
