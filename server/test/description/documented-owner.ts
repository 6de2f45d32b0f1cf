import { serialNumber } from '@kellersonne/contract/systems/systems'
import { printedCode, registrationCode } from '@kellersonne/core/systems/keys'
import type { Reading } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { percent, volts, wattHours, watts } from '@kellersonne/core/units/units'
import { storeBatch } from '../../src/app/roles/store-batch.ts'
import { makeForecasts } from '../../src/energy/forecast/making.ts'
import { codeKeyOf, putCode } from '../../src/systems/codes.ts'
import { systemStore } from '../../src/systems/store.ts'
import type { Item } from '../../src/telemetry/intake/batch.ts'
import { readingStore } from '../../src/telemetry/readings/store.ts'
import { SECRET } from '../api.ts'
import type { TestUpdates } from '../set-up/update-service.ts'

/** Noon in Berlin, after two weeks with readings. */
export const NOON = new Date('2026-06-03T10:00:10Z')
const FIRST = Date.parse('2026-05-19T22:00:00Z')
const QUARTERS = 14 * 96 + 48
const HOURS = 24
const LOAD_W = 420
const SUN_W = 4200

/** The powers of a quarter, which balance: what PV leaves over charges the battery first. */
function powersOf(quarter: number) {
  const hour = (quarter / 4) % HOURS
  const pv = Math.round(Math.max(0, SUN_W * Math.sin(((hour - 6) * Math.PI) / 14)))
  const battery = pv > LOAD_W ? -Math.min(1500, pv - LOAD_W) : LOAD_W - pv
  return { pv, battery, grid: LOAD_W - pv - battery, soc: 45 + Math.round(hour) }
}

function readings(system: number, receivedAt: Date): Item[] {
  const wh = { pv: 1000, import: 1000, feedIn: 1000, charge: 1000, discharge: 1000 }
  return Array.from({ length: QUARTERS }, (_, quarter) => {
    const { pv, battery, grid, soc } = powersOf(quarter)
    wh.pv += pv / 4
    wh.feedIn += Math.max(0, -grid) / 4
    wh.import += Math.max(0, grid) / 4
    wh.charge += Math.max(0, -battery) / 4
    wh.discharge += Math.max(0, battery) / 4
    const reading: Reading = {
      at: new Date(FIRST + (quarter + 1) * QUARTER_MS - 10_000),
      gridVoltage: volts(230.4),
      grid: watts(grid),
      pv: watts(pv),
      battery: watts(battery),
      soc: percent(soc),
      output: watts(Math.max(0, battery)),
      counters: {
        pv: wattHours(wh.pv),
        import: wattHours(wh.import),
        feedIn: wattHours(wh.feedIn),
        charge: wattHours(wh.charge),
        discharge: wattHours(wh.discharge),
      },
    }
    return { kind: 'reading', system, receivedAt, reading }
  })
}

/** Makes a unit with a printed code, always the same for a number; resolves to the code as it is printed. */
export async function unitWithCode({ db }: TestUpdates, sn: string, number: number): Promise<string> {
  const code = registrationCode(Uint8Array.of(number, 22, 4, 20, 13, 2, 25, 11, 9, 29, 13, 3))
  if (code === null) throw new Error(`${number} makes no code`)
  const unit = { sn: serialNumber.parse(sn), phase: 1, timeZone: 'Europe/Berlin', secret: 'unit' }
  await putCode(db, codeKeyOf(SECRET), await systemStore(db).put(unit), code)
  return printedCode(code)
}

/** Makes an owner with two systems, which have measured for two weeks, with a message, an update and a forecast. */
export async function documentedOwner(services: TestUpdates, email: string, sns: readonly [string, string]) {
  const { db, now } = services
  await readingStore(db).makePartitions(now())
  const { owner, systems } = await services.owner(email, sns)
  await services.release('bms', '2.5.0', Buffer.alloc(1000, 1))
  await services.release('inverter', '3.2.0', Buffer.alloc(1000, 2))
  for (const system of systems) {
    await storeBatch(db, readings(system, now()))
    await storeBatch(db, [{ kind: 'presence', system, receivedAt: now(), online: true }])
    await services.report(
      system,
      { bms: '2.4.0', inverter: '3.1.0' },
      { message2: ['i1'], capacity_wh: 9600 },
    )
  }
  while (await db.transaction((sql) => makeForecasts(sql, now())));
  const [first = 0] = systems
  return { owner, system: first }
}
