import { placeOf } from '@kellersonne/core/systems/place'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'
import { openMeteoAnswer, type WeatherServer, weatherServer } from '../../../test/weather/weather-server.ts'
import { outlookStore } from '../../messages/alerts/outlook-store.ts'
import { settingStore } from '../../messages/alerts/setting-store.ts'
import { placeStore } from '../../systems/place-store.ts'
import { openWeatherJob } from '../weather/job.ts'
import { openWeatherProvider } from '../weather/provider.ts'
import { makeForecasts } from './making.ts'

const world = setUpAlerts()
const HOUR_MS = 3_600_000
const PLACE = placeOf({ latitude: 47.66, longitude: 9.18 })
let server: WeatherServer
beforeAll(async () => {
  server = await weatherServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await world().api.db.run('delete from weather_cell')
  await world().api.db.run('delete from weather_budget')
})

/** The provider forecasts these gusts, by the number of hours after that which has begun, and weak ones in all others. */
function forecast(strong: Readonly<Record<number, number>>) {
  const { now } = world().api
  const thisHour = () => Math.floor(now().getTime() / HOUR_MS)
  const since = thisHour()
  server.answers((_, response) => {
    const gust = (i: number) => strong[thisHour() - since + i] ?? 8
    // The first value is of the hour before its time.
    const first = new Date((thisHour() + 1) * HOUR_MS)
    response.end(JSON.stringify(openMeteoAnswer(first, () => 100, { count: 96, gust })))
  })
}

/** An owner with a system at a place, who wants to be notified of forecasts or does not. */
async function owner(asks = true) {
  const { api } = world()
  const made = await world().owner()
  await placeStore(api.db).set(made.system, PLACE)
  if (asks)
    await settingStore(api.db).put({
      owner: made.owner,
      systems: [made.system],
      topic: 'outlook',
      email: true,
    })
  return made
}

/** Lets the weather be fetched again. */
async function fetchWeather() {
  const { api } = world()
  await api.db.run('update weather_cell set next_at = $1', [api.now()])
  const supply = openWeatherProvider({
    ...{ WEATHER: 'open_meteo', WEATHER_URL: server.url, WEATHER_STATIONS_URL: server.url },
    ...{ WEATHER_KEY: undefined, WEATHER_NAME: undefined, WEATHER_PAGE: undefined },
    ...{ WEATHER_LICENCE: undefined, WEATHER_LICENCE_URL: undefined, WEATHER_REQUESTS_A_DAY: undefined },
  })
  if (!supply) throw new Error('no provider')
  const job = openWeatherJob({ db: api.db, log: pino({ level: 'silent' }), now: api.now, supply }, 20)
  const fetched = z.object({ at: z.nullable(z.date()) })
  await expect
    .poll(async () => (await api.db.row(fetched, 'select fetched_at as at from weather_cell'))?.at)
    .toEqual(api.now())
  await job.close()
}

type Letter = Awaited<ReturnType<ReturnType<typeof world>['letters']>>[number]
/** Lets hours pass, with a forecast each hour and units that report; resolves to the mails. */
async function hours(count: number, systems: readonly number[]): Promise<Letter[]> {
  const { api, pass, report, letters } = world()
  const sent: Letter[] = []
  for (let hour = 0; hour < count; hour += 1) {
    while (await api.db.transaction((sql) => makeForecasts(sql, api.now(), 'open_meteo')));
    for (let i = 0; i < 6; i += 1) {
      for (const system of systems) await report(system)
      await pass(10)
      sent.push(...(await letters()))
    }
  }
  return sent
}

const outcome = z.object({ outcome: z.nullable(z.string()) })
const outcomes = async () =>
  (await world().api.db.rows(outcome, 'select outcome from alert_notice')).map((row) => row.outcome)

it('ALR-36 who asks is notified of a storm once for a spell, with what the weather says of it; nobody else is', async () => {
  const asked = await owner()
  const silent = await owner(false)
  const elsewhere = await world().owner()
  await settingStore(world().api.db).put({
    ...{ owner: elsewhere.owner, systems: [elsewhere.system], topic: 'outlook', email: true },
  })
  const all = [asked, silent, elsewhere].map(({ system }) => system)
  forecast({ 29: 26, 30: 31, 31: 25.5 })
  await fetchWeather()
  const sent = await hours(6, all)
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [asked.email, `Speicher ${asked.sn}: Sturm vorhergesagt`],
  ])
  expect(sent[0]?.text).toContain(
    'Böen bis 112 km/h, von 19. Juni 2026 um 17:00 MESZ bis 20:00 MESZ, am stärksten in der Stunde ab 18:00 MESZ.',
  )
  expect(sent[0]?.text).not.toContain('voraussichtlich zu')
  expect(sent[0]?.html).toContain('Amtliche Warnungen gibt der Deutsche Wetterdienst heraus.')
  const { access } = await world().api.signIn(asked.email)
  const { alerts } = (await world().api.get('/api/auth/alerts/', access)).json()
  expect(alerts).toMatchObject([
    {
      ...{ cause: 'storm', topic: 'outlook' },
      storm: {
        ...{ gust: 31, gust_at: '2026-06-19T16:00:00.000Z', begins_at: '2026-06-19T15:00:00.000Z' },
        ...{ ends_at: '2026-06-19T18:00:00.000Z', soc: null },
      },
    },
  ])
  forecast({})
  await fetchWeather()
  expect(await hours(4, all)).toEqual([])
  forecast({ 20: 26 })
  await fetchWeather()
  expect(await hours(2, all)).toEqual([])
})

it('ALR-36 a storm is not reported once it is over: neither late, nor after the quiet hours in which it raged', async () => {
  const { api } = world()
  const { system } = await owner()
  forecast({ 1: 30 })
  await fetchWeather()
  api.clock.skip(2 * HOUR_MS)
  expect(await hours(1, [system])).toEqual([])
  expect(await outlookStore(api.db).current([system], api.now())).toEqual([])
  // Midnight in Berlin.
  api.clock.skip(9 * HOUR_MS)
  forecast({ 2: 30 })
  await fetchWeather()
  expect(await hours(9, [system])).toEqual([])
  expect(await outcomes()).toEqual(['over'])
})

it('ALR-36 a storm that begins after the quiet hours is reported when they end, as the newest forecast has it', async () => {
  const { api } = world()
  const { system } = await owner()
  api.clock.skip(12 * HOUR_MS)
  forecast({ 10: 30 })
  await fetchWeather()
  expect(await hours(3, [system])).toEqual([])
  forecast({ 7: 35, 8: 34 })
  await fetchWeather()
  expect(await hours(3, [system])).toEqual([])
  const [letter, ...more] = await hours(2, [system])
  expect(letter?.text).toContain('bis 126 km/h, von 19. Juni 2026 um 10:00 MESZ bis 12:00 MESZ')
  expect(more).toEqual([])
})

it('ALR-36 gusts are relied on for twelve hours, of this provider, and not where they are of another issue', async () => {
  const { api } = world()
  const { system } = await owner()
  forecast({ 40: 30 })
  await fetchWeather()
  const cell = (values: string) => api.db.run(`update weather_cell set ${values}`)
  await cell(
    `issued_at = issued_at - interval '12 hours 1 second', gust_issued_at = gust_issued_at - interval '12 hours 1 second'`,
  )
  expect(await hours(1, [system])).toEqual([])
  // Stored by the version before, then replaced by it in part.
  await fetchWeather()
  await cell('gust = null, gust_issued_at = null')
  expect(await hours(1, [system])).toEqual([])
  await fetchWeather()
  await cell(`issued_at = issued_at + interval '1 second'`)
  expect(await hours(1, [system])).toEqual([])
  await fetchWeather()
  await cell(`provider = 'dwd'`)
  expect(await hours(1, [system])).toEqual([])
  await cell(`provider = 'open_meteo'`)
  expect(await hours(1, [system])).toHaveLength(1)
})

it.each([
  [23, 1],
  [24, 2],
])('ALR-36 two storms %i hours apart are reported %i times', async (apart, times) => {
  const { system } = await owner()
  forecast({ 1: 30, [2 + apart]: 40 })
  await fetchWeather()
  const sent = await hours(4, [system])
  expect(sent.map(({ text }) => /bis (\d+) km/.exec(text)?.[1])).toEqual(['108', '144'].slice(0, times))
})
