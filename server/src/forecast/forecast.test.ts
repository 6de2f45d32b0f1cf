import { getForecast } from '@kellersonne/contract/forecast'
import { serialNumber } from '@kellersonne/contract/systems'
import { dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/days'
import type { Reading } from '@kellersonne/core/readings'
import { percent, wattHours, watts } from '@kellersonne/core/units'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { accountStore } from '../accounts/store.ts'
import { locks } from '../jobs/job.ts'
import { openHub } from '../live/hub.ts'
import { liveStore } from '../live/store.ts'
import type { Item } from '../readings/batch.ts'
import { readingStore } from '../readings/store.ts'
import { storeBatch } from '../readings/write.ts'
import { type OwnedSystem, systemStore } from '../systems/store.ts'
import { forecastOf, totalForecast } from './expectation.ts'
import { openForecastJob } from './job.ts'
import { makeForecasts } from './making.ts'
import { forecastStore } from './store.ts'

const TIME_ZONE = 'Europe/Berlin'
const DAY_MS = 86_400_000
/** Noon in Berlin. */
const NOW = new Date('2026-06-18T10:00:00Z')
const ALWAYS = new Date('2026-01-01T00:00:00Z')
const log = pino({ level: 'silent' })

let test: Awaited<ReturnType<typeof testDatabase>>
let serial = 5000
beforeAll(async () => {
  test = await testDatabase()
  await readingStore(test.db).makePartitions(NOW)
})
afterAll(() => test.close())

const newOwner = async () => {
  const owner = await accountStore(test.db).create(`${serial}@example.org`, 'hash', 'de')
  if (owner === null) throw new Error('there already')
  return owner
}
async function newSystem(since = ALWAYS): Promise<OwnedSystem & { owner: string }> {
  serial += 1
  const sn = serialNumber.parse(`${serial}`)
  const id = await systemStore(test.db).put({ sn, phase: 1, timeZone: TIME_ZONE, secret: 'secret' })
  const owner = await newOwner()
  await systemStore(test.db).claim(id, owner, since)
  return { id, sn, phase: 1, time_zone: TIME_ZONE, since, owner }
}
const counters = { pv: null, import: null, feedIn: null, charge: null, discharge: null }
type Told = { pv: number | null; load: number }
const toldAt = (at: Date, { pv, load }: Told): Reading => ({
  at,
  gridVoltage: null,
  grid: pv === null ? null : watts(load - pv),
  pv: pv === null ? null : watts(pv),
  battery: watts(0),
  soc: percent(1),
  output: null,
  counters,
})
/** A reading a quarter, from `days` before `until` on; null = silence. */
async function tell(
  { id }: OwnedSystem,
  days: number,
  told: (at: Date) => Told | null = () => ({ pv: 400, load: 500 }),
  until = NOW,
) {
  const start = startOfDay(dayAfter(dayOf(until, TIME_ZONE), -days), TIME_ZONE).getTime()
  const items: Item[] = []
  for (let at = start; at < until.getTime(); at += QUARTER_MS) {
    const said = told(new Date(at))
    if (said)
      items.push({ kind: 'reading', system: id, heard: until, reading: toldAt(new Date(at + 60_000), said) })
  }
  await storeBatch(test.db, items)
}
const make = async (now = NOW) => {
  while (await test.db.transaction((sql) => makeForecasts(sql, now)));
}
const shown = async (system: OwnedSystem, now = NOW) =>
  getForecast.response.parse(await forecastOf(test.db, system, now))
const powers = async (system: OwnedSystem, now = NOW) => {
  const { days } = await shown(system, now)
  return days.map(({ pv, load }) => [new Set(pv), new Set(load)])
}
const flat = (pv: number | null, load: number | null) => [
  [new Set([pv]), new Set([load])],
  [new Set([pv]), new Set([load])],
]

describe('the forecast of a system', () => {
  it('DSH-12 is made of its quarters, for today and tomorrow', async () => {
    const system = await newSystem()
    await tell(system, 14)
    expect((await shown(system)).days).toEqual([])
    await make()
    expect(await powers(system)).toEqual(flat(400, 500))
    const { made_at, days, basis } = await shown(system)
    expect(made_at).toBe(NOW.toISOString())
    expect(days.map(({ day, start, pv, load }) => [day, start, pv.length, load.length])).toEqual([
      ['2026-06-18', '2026-06-17T22:00:00.000Z', 96, 96],
      ['2026-06-19', '2026-06-18T22:00:00.000Z', 96, 96],
    ])
    expect(basis).toEqual({ pv: { history: 14, level: 1 }, load: { history: 14, level: 1 } })
  })

  it('DSH-12 is null where there is too little history', async () => {
    const [none, little, enough] = [await newSystem(), await newSystem(), await newSystem()]
    await tell(little, 4)
    await tell(enough, 5)
    await make()
    expect(await powers(none)).toEqual(flat(null, null))
    expect(await powers(little)).toEqual(flat(null, null))
    expect(await powers(enough)).toEqual(flat(400, 500))
    expect((await shown(little)).outlook_gap).not.toBeNull()
  })

  it('DSH-12 takes no gap for a zero', async () => {
    const system = await newSystem()
    const hour = (at: Date) => at.getUTCHours()
    await tell(system, 14, (at) => (hour(at) === 2 ? null : { pv: hour(at) === 3 ? null : 400, load: 500 }))
    await make()
    const [today] = (await shown(system)).days
    // 00:00 in Berlin is 22:00 UTC: 02:00 UTC is the 17th quarter.
    expect(today?.pv.slice(15, 25)).toEqual([400, null, null, null, null, null, null, null, null, 400])
    expect(today?.load.slice(15, 17)).toEqual([500, null])
  })

  it('AUT-12 DSH-12 knows nothing from before the claim', async () => {
    const claimed = new Date(NOW.getTime() - 6.5 * DAY_MS)
    const system = await newSystem(claimed)
    await tell(system, 14, (at) => (at < claimed ? { pv: 9000, load: 9000 } : { pv: 400, load: 500 }))
    await make()
    expect(await powers(system)).toEqual(flat(400, 500))
    const late = await newSystem(new Date(NOW.getTime() - 4 * DAY_MS))
    await tell(late, 14)
    await make()
    expect(await powers(late)).toEqual(flat(null, null))
  })

  it('AUT-12 DSH-12 is never shown to the next owner, and gone when nobody owns the system', async () => {
    const system = await newSystem()
    await tell(system, 14)
    await make()
    expect(await systemStore(test.db).release(system.sn, system.owner, NOW)).toBe(true)
    const next = { ...system, since: new Date(NOW.getTime() + 1) }
    expect((await shown(next)).days).toEqual([])
    await make()
    expect((await forecastStore(test.db).all()).map((one) => one.system)).not.toContain(system.id)
    serial += 1
    await systemStore(test.db).claim(system.id, await newOwner(), next.since)
    await make()
    expect(await powers(next)).toEqual(flat(null, null))
  })

  it.each([
    ['2026-03-29T10:00:00Z', [92, 96]],
    ['2026-03-28T10:00:00Z', [96, 92]],
    ['2026-10-25T10:00:00Z', [100, 96]],
    ['2026-10-26T10:00:00Z', [96, 96]],
  ])('CHT-07 DSH-12 has as many quarters as the days from %s on', async (text, lengths) => {
    const now = new Date(text)
    const system = await newSystem(new Date('2025-01-01T00:00:00Z'))
    await tell(system, 14, undefined, now)
    await make(now)
    expect(await powers(system, now)).toEqual(flat(400, 500))
    expect((await shown(system, now)).days.map(({ pv }) => pv.length)).toEqual(lengths)
    const after = startOfDay(dayAfter(dayOf(now, TIME_ZONE)), TIME_ZONE)
    expect((await shown(system, after)).days[0]?.start).toBe(after.toISOString())
  })

  it('DSH-12 stays worth something after midnight, until the next is made', async () => {
    const system = await newSystem()
    await tell(system, 14)
    await make()
    const midnight = new Date('2026-06-18T22:00:00Z')
    expect((await shown(system, midnight)).days.map(({ day }) => day)).toEqual(['2026-06-19', '2026-06-20'])
    expect((await shown(system, new Date('2026-06-20T22:00:00Z'))).days).toEqual([])
  })

  it('PRD-05 DSH-12 of all is the sum of what is known, and names who is left out', async () => {
    const [one, two, mute] = [await newSystem(), await newSystem(), await newSystem()]
    await tell(one, 14)
    await tell(two, 14, () => ({ pv: 30, load: 20 }))
    await make()
    const all = getForecast.response.parse(await totalForecast(test.db, [one, two, mute], NOW))
    expect(all.days.map(({ pv, load }) => [new Set(pv), new Set(load)])).toEqual(flat(430, 520))
    expect(all).toMatchObject({ made_at: NOW.toISOString(), without: [mute.sn], basis: null, outlook: null })
    const none = await totalForecast(test.db, [mute], NOW)
    expect(none).toMatchObject({ made_at: null, days: [], without: [mute.sn] })
  })
})

describe('current data', () => {
  const state = (system: OwnedSystem, status: 'on' | 'off', message2: string[] = []) =>
    storeBatch(test.db, [
      {
        kind: 'state',
        system: system.id,
        heard: NOW,
        state: {
          at: NOW,
          status,
          message1: [],
          message2,
          errors: [],
          display: 'normal',
          versions: {},
          sensors: [],
          capacity_wh: 5000,
        },
      },
    ])
  const live = async (system: OwnedSystem) => {
    const [current] = await liveStore(test.db).of([system], NOW)
    if (!current) throw new Error('no system')
    return current
  }

  it('DSH-04 DSH-11 tells bad weather, and what it was concluded from', async () => {
    const system = await newSystem()
    await tell(system, 15, () => ({ pv: 0, load: 300 }))
    await state(system, 'on')
    await make()
    // 50 Wh last ten hours of the unit's own 5 W.
    const { badWeather } = await live(system)
    expect(badWeather).toEqual({ emptyAt: new Date(NOW.getTime() + 10 * 3_600_000), endsAt: null })
    const { bad_weather, outlook, outlook_gap } = await shown(system)
    expect(bad_weather?.empty_at).toBe(badWeather?.emptyAt.toISOString())
    expect(outlook_gap).toBeNull()
    expect(outlook).toMatchObject({ soc: 1, capacity: 5000, own_power: 5, efficiency: 0.95, reserve: 1 })
    expect(outlook?.steps[0]).toEqual({
      from: NOW.toISOString(),
      pv: 0,
      load: 300,
      battery: 0,
      gain: -5,
      soc: 0.975,
    })
    expect(outlook?.steps.length).toBe(60 * 4)
  })

  it('DSH-04 tells none of a unit that is off or stopped, and why not', async () => {
    const [off, stopped] = [await newSystem(), await newSystem()]
    for (const system of [off, stopped]) await tell(system, 15, () => ({ pv: 0, load: 300 }))
    await state(off, 'off')
    await state(stopped, 'on', ['relay'])
    await make()
    for (const [system, gap] of [
      [off, 'off'],
      [stopped, 'stopped'],
    ] as const) {
      expect((await live(system)).badWeather).toBeNull()
      expect(await shown(system)).toMatchObject({ outlook: null, outlook_gap: gap, bad_weather: null })
    }
  })

  it('ENT-02 DSH-12 tells what today is expected to have brought by its end', async () => {
    const system = await newSystem()
    await tell(system, 14)
    const told = (at: string, energy: number): Item => {
      const reading = toldAt(new Date(at), { pv: 400, load: 500 })
      const [counted, none] = [wattHours(energy), wattHours(0)]
      const energies = { pv: counted, import: counted, feedIn: none, charge: none, discharge: none }
      return { kind: 'reading', system: system.id, heard: NOW, reading: { ...reading, counters: energies } }
    }
    await storeBatch(test.db, [told('2026-06-18T01:00:30Z', 1000), told('2026-06-18T09:50:30Z', 5000)])
    await make()
    const { forecast } = await live(system)
    expect(forecast.energy).toBeCloseTo(4000 + 12 * 400, 6)
    expect(forecast.load).toBeCloseTo(8000 + 12 * 500, 6)
  })
})

describe('the job', () => {
  const made = async (system: OwnedSystem) =>
    (await forecastStore(test.db).all()).find((one) => one.system === system.id)?.made_at.toISOString()

  it('DSH-12 makes each forecast once a quarter, and anew after a restart that came late', async () => {
    const system = await newSystem()
    await tell(system, 14)
    const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
    await make(NOW)
    await make(at(14))
    expect(await made(system)).toBe(NOW.toISOString())
    await make(at(15))
    await make(at(16))
    expect(await made(system)).toBe(at(15).toISOString())
    const job = openForecastJob({ db: test.db, log, now: () => at(200) }, 60_000)
    await expect.poll(() => made(system)).toBe(at(200).toISOString())
    await job.close()
  })

  it('DSH-12 looks again after a minute where history was missing: a unit fills it in late', async () => {
    const system = await newSystem()
    const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
    await make(NOW)
    await tell(system, 14)
    await make(at(59))
    expect(await powers(system)).toEqual(flat(null, null))
    await make(at(60))
    expect(await powers(system)).toEqual(flat(400, 500))
    await make(at(180))
    expect(await made(system)).toBe(at(60).toISOString())
  })

  it('DSH-12 makes the forecast of a new owner at once, and tells who watches', async () => {
    const job = openForecastJob({ db: test.db, log, now: () => NOW }, 60_000)
    const before = await newSystem()
    await expect.poll(() => made(before)).toBe(NOW.toISOString())
    const hub = openHub(test.db)
    const heard = vi.fn()
    hub.watch(new Set([before.id]), heard)
    await expect.poll(() => heard.mock.calls.length).toBe(1)
    await systemStore(test.db).release(before.sn, before.owner, NOW)
    await expect.poll(() => made(before)).toBeUndefined()
    serial += 1
    await systemStore(test.db).claim(before.id, await newOwner(), NOW)
    await expect.poll(() => heard.mock.calls.length).toBeGreaterThan(1)
    hub.close()
    await job.close()
  })

  it('HND-01 DSH-12 leaves the work to whoever holds its lock', async () => {
    const system = await newSystem()
    const taken = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const other = test.db.transaction(async (sql) => {
      await sql.run('select pg_advisory_xact_lock($1)', [locks.forecast])
      taken.resolve()
      await done.promise
    })
    await taken.promise
    const now = vi.fn(() => NOW)
    const job = openForecastJob({ db: test.db, log, now }, 20)
    const attempts = vi.spyOn(test.db, 'transaction')
    await expect.poll(() => attempts.mock.calls.length).toBeGreaterThan(3)
    expect(now).not.toHaveBeenCalled()
    expect(await made(system)).toBeUndefined()
    done.resolve()
    await other
    await expect.poll(() => made(system)).toBe(NOW.toISOString())
    await job.close()
    attempts.mockRestore()
  })
})
