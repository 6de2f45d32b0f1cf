import { watts } from '@kellersonne/core/units/units'
import { expect, it } from 'vitest'
import { ago, NOW, setUpTelemetry } from '../../test/set-up/telemetry.ts'
import { highestPvPowers } from './peaks.ts'

const { db, system, reading, report } = setUpTelemetry()
const minutesLater = (minutes: number, ms = 0) => new Date(NOW.getTime() + minutes * 60_000 + ms)
const peak = async (now: Date) => (await highestPvPowers(db(), [system()], now)).get(system().id)

it('DSH-07 looks up the highest PV power of a month again after a quarter of an hour, and no sooner', async () => {
  await report(reading(ago(60), { pv: watts(1000) }))
  expect(await peak(NOW)).toBe(1000)
  await report(reading(ago(30), { pv: watts(2000) }))
  expect(await peak(minutesLater(15, -1))).toBe(1000)
  expect(await peak(minutesLater(15))).toBe(2000)
})
