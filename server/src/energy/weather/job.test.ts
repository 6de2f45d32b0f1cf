import { placeOf } from '@kellersonne/core/systems/place'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { setUpForecasts } from '../../../test/set-up/forecasts.ts'
import { openMeteoAnswer, type WeatherServer, weatherServer } from '../../../test/weather/weather-server.ts'
import { placeStore } from '../../systems/place-store.ts'
import { openWeatherJob } from './job.ts'
import { openWeatherProvider } from './provider.ts'
import { keyOfCell, weatherStore } from './store.ts'

const HOUR_MS = 3_600_000
const START = new Date('2026-06-18T10:20:00Z')
const CELL = { latitude: 477, longitude: 92 }
const PLACE = placeOf({ latitude: 47.66, longitude: 9.18 })

const { db, newSystem } = setUpForecasts()
let server: WeatherServer
let clock = START
let job: ReturnType<typeof open> | undefined
beforeAll(async () => {
  server = await weatherServer()
})
afterEach(async () => {
  await job?.close()
  job = undefined
  clock = START
  server.asked.splice(0)
  await db().run('delete from weather_cell')
  await db().run('delete from weather_budget')
  await db().run('update ownership set latitude = null, longitude = null')
})
afterAll(() => server.close())

const lines: Record<string, unknown>[] = []
const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
function open(requests?: number) {
  const supply = openWeatherProvider({
    ...{ WEATHER: 'open_meteo', WEATHER_URL: server.url, WEATHER_STATIONS_URL: server.url },
    ...{ WEATHER_KEY: undefined, WEATHER_NAME: undefined, WEATHER_PAGE: undefined },
    ...{ WEATHER_LICENCE: undefined, WEATHER_LICENCE_URL: undefined, WEATHER_REQUESTS_A_DAY: requests },
  })
  if (!supply) throw new Error('no provider')
  return openWeatherJob({ db: db(), log, now: () => clock, supply }, 20)
}
/** Answers about every place that is asked for. */
function answerAll(irradiance: number) {
  server.answers((request, response) => {
    const query = new URL(request.url ?? '', server.url).searchParams
    const first = new Date((Math.floor(clock.getTime() / HOUR_MS) + 1) * HOUR_MS)
    const place = { latitude: Number(query.get('latitude')), longitude: Number(query.get('longitude')) }
    response.end(JSON.stringify(openMeteoAnswer(first, () => irradiance, { count: 72, ...place })))
  })
}
async function systemAt(place = PLACE) {
  const system = await newSystem()
  await placeStore(db()).set(system.id, place)
  return system
}
const cell = z.object({
  tries: z.int(),
  fetched_at: z.nullable(z.date()),
  next_at: z.date(),
  failing_since: z.nullable(z.date()),
})
const cells = () => db().rows(cell, 'select tries, fetched_at, next_at, failing_since from weather_cell')
const weather = async () => (await weatherStore(db()).of([CELL], 'open_meteo', clock)).get(keyOfCell(CELL))

describe('the weather of cells', () => {
  it('FCT-22 is asked for once an hour, however many systems are there, and shared by processes', async () => {
    answerAll(500)
    for (let i = 0; i < 3; i += 1) await systemAt()
    job = open()
    const second = open()
    await expect.poll(async () => (await cells())[0]?.fetched_at).toEqual(START)
    expect(server.asked).toHaveLength(1)
    const [{ next_at }] = (await cells()) as [z.output<typeof cell>]
    expect(next_at.getTime() - START.getTime()).toBeGreaterThan(HOUR_MS / 2)
    expect(next_at.getTime() - START.getTime()).toBeLessThanOrEqual(1.5 * HOUR_MS)
    clock = new Date(next_at.getTime() + 1)
    await expect.poll(async () => (await cells())[0]?.fetched_at).toEqual(clock)
    expect(server.asked).toHaveLength(2)
    expect((await weather())?.weather).toMatchObject({ issuedAt: clock, stepMs: HOUR_MS })
    await second.close()
  })

  it('FCT-22 of different cells is asked for at different times of the hour', async () => {
    answerAll(500)
    for (let i = 0; i < 12; i += 1) await systemAt(placeOf({ latitude: 47 + i / 10, longitude: 9 }))
    job = open()
    await expect.poll(async () => (await cells()).filter((one) => one.fetched_at).length).toBe(12)
    const minutes = (await cells()).map(({ next_at }) => Math.floor((next_at.getTime() % HOUR_MS) / 300_000))
    expect(new Set(minutes).size).toBeGreaterThan(5)
  })

  it('FCT-22 is asked for at once for a new place, and not where no system is any more', async () => {
    answerAll(500)
    job = open()
    const system = await systemAt()
    await db().transaction((sql) => weatherStore(sql).want(PLACE, clock))
    await expect.poll(async () => (await cells())[0]?.fetched_at).toEqual(START)
    await placeStore(db()).set(system.id, null)
    clock = new Date(START.getTime() + 2 * HOUR_MS)
    await expect.poll(cells).toEqual([])
    expect(server.asked).toHaveLength(1)
  })

  it('FCT-24 F14 is asked for by owners in turn, however many places one of them names', async () => {
    const at = (latitude: number) => placeOf({ latitude, longitude: 9.2 })
    const one = await systemAt(at(40))
    await systemAt(at(50))
    for (const latitude of [41, 42]) {
      const { id } = await systemAt(at(latitude))
      await db().run(
        'update ownership set owner = (select owner from ownership where system = $1) where system = $2',
        [one.id, id],
      )
    }
    const store = weatherStore(db())
    await store.follow(clock)
    await db().run(`update weather_cell set next_at = next_at - interval '1 hour' where latitude <> 500`)
    const later = new Date(clock.getTime() + HOUR_MS)
    const take = async () => (await store.take(2, clock, later)).map(({ latitude }) => latitude)
    expect([await take(), await take()]).toEqual([
      [400, 500],
      [410, 420],
    ])
  })

  it('FCT-23 keeps the last answer while the provider is silent, asks less often and says so once', async () => {
    answerAll(500)
    await systemAt()
    job = open()
    await expect.poll(async () => (await cells())[0]?.fetched_at).toEqual(START)
    lines.splice(0)
    server.answers((_, response) => void response.writeHead(500).end())
    const pauses: number[] = []
    for (let tries = 1; tries <= 5; tries += 1) {
      clock = new Date(((await cells())[0]?.next_at.getTime() ?? 0) + 1)
      await expect.poll(async () => (await cells())[0]?.tries).toBe(tries)
      pauses.push(Math.round((((await cells())[0]?.next_at.getTime() ?? 0) - clock.getTime()) / 60_000))
    }
    expect(pauses).toEqual([5, 10, 20, 40, 60])
    expect(lines.filter(({ msg }) => msg === 'weather is not answered')).toMatchObject([
      { provider: 'open_meteo', outcome: 'refused', cell: '477 92' },
    ])
    expect((await weather())?.fetchedAt).toEqual(START)
    answerAll(400)
    clock = new Date(((await cells())[0]?.next_at.getTime() ?? 0) + 1)
    await expect.poll(async () => (await cells())[0]?.failing_since).toBeNull()
    expect(lines.at(-1)).toMatchObject({ msg: 'weather is answered again' })
  })

  it('FCT-24 rests once all processes have used up the hour’s share of a day’s requests, and says so once', async () => {
    answerAll(500)
    for (let i = 0; i < 6; i += 1) await systemAt(placeOf({ latitude: 47 + i / 10, longitude: 9 }))
    clock = new Date('2026-06-18T00:20:00Z')
    lines.splice(0)
    job = open(48)
    const second = open(48)
    onTestFinished(() => second.close())
    await expect
      .poll(() => lines.map(({ msg }) => msg))
      .toContain('weather is not asked for: the budget is used up')
    await expect.poll(() => server.asked.length).toBe(2)
    clock = new Date('2026-06-18T01:00:00Z')
    await expect.poll(() => server.asked.length).toBe(4)
    expect((await cells()).filter(({ tries }) => tries > 0)).toEqual([])
    clock = new Date('2026-06-19T00:00:00Z')
    await expect.poll(() => server.asked.length).toBe(6)
    // Two processes in three hours.
    expect(lines.filter((line) => line['mostADay'] === 48).length).toBeLessThanOrEqual(6)
  })

  it('FCT-23 waits for as long as the provider asks, and forgets what another one had issued', async () => {
    server.answers((_, response) => void response.writeHead(429, { 'retry-after': '7200' }).end())
    await systemAt()
    job = open()
    await expect
      .poll(async () => (await cells())[0]?.next_at)
      .toEqual(new Date(START.getTime() + 2 * HOUR_MS))
    // It meant all requests, not only those about this cell.
    await systemAt({ latitude: 52.5, longitude: 13.4 })
    const { length } = server.asked
    clock = new Date(START.getTime() + HOUR_MS)
    await expect.poll(async () => (await cells()).length).toBe(2)
    expect((await cells()).filter(({ next_at }) => next_at <= clock)).toHaveLength(1)
    clock = new Date(START.getTime() + 2 * HOUR_MS)
    await expect.poll(() => server.asked.length).toBeGreaterThan(length)
    await db().run("update weather_cell set provider = 'dwd', fetched_at = $1, issued_at = $1, start = $1", [
      START,
    ])
    expect(await weather()).toBeUndefined()
  })

  it('FCT-22 keeps what had been forecast for a day before it began', async () => {
    answerAll(500)
    await systemAt()
    job = open()
    await expect.poll(async () => (await cells())[0]?.fetched_at).toEqual(START)
    answerAll(300)
    clock = new Date('2026-06-19T01:30:00Z')
    await expect.poll(async () => (await cells())[0]?.fetched_at).toEqual(clock)
    clock = new Date('2026-06-20T01:30:00Z')
    await expect.poll(async () => (await cells())[0]?.fetched_at).toEqual(clock)
    const read = (await weather())?.weather
    expect(read?.start).toEqual(new Date('2026-06-19T00:00:00Z'))
    expect([read?.irradiance[0], read?.irradiance[23], read?.irradiance[24], read?.irradiance[47]]).toEqual([
      ...[500, 500, 300, 300],
    ])
    expect(read?.temperature.at(0)).toBe(12.3)
  })
})
