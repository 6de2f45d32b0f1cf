import { describe, expect, it } from 'vitest'
import { askProvider, HOUR, NEXT, NOW } from '../../../../test/weather/ask-provider.ts'
import { CATALOGUE, kmz, mosmixKml } from '../../../../test/weather/mosmix.ts'
import { openMeteoAnswer } from '../../../../test/weather/weather-server.ts'

const { server, ask, faultOf } = askProvider()
const firstOf = async (config: Parameters<typeof ask>[0], count = 4) =>
  (await ask(config)).gust.slice(0, count)

describe('gusts in the format of Open-Meteo', () => {
  const config = { WEATHER: 'open_meteo' } as const
  /** An answer with these gusts, and with other parts in place of its own. */
  function answer(gust: (hour: number) => number | null, units: object = {}, hourly: object = {}) {
    const all = openMeteoAnswer(NEXT, () => 100, { gust })
    return { ...all, hourly_units: { ...all.hourly_units, ...units }, hourly: { ...all.hourly, ...hourly } }
  }

  it('ALR-36 are those of the hour before each time, in m/s, asked for with everything else', async () => {
    server().serve(answer((hour) => (hour === 1 ? null : 10 + hour)))
    expect(await firstOf(config)).toEqual([10, null, 12, 13])
    expect(server().asked).toHaveLength(1)
    const query = new URL(server().asked[0] ?? '', server().url).searchParams
    expect(query.get('hourly')).toContain('wind_gusts_10m')
    expect(query.get('wind_speed_unit')).toBe('ms')
  })

  it.each([
    ['without them', { wind_gusts_10m: undefined }, { wind_gusts_10m: undefined }],
    ['without their unit', { wind_gusts_10m: undefined }, {}],
    ['in another unit', { wind_gusts_10m: 'km/h' }, {}],
    ['of a model that has none', { wind_gusts_10m: 'undefined' }, {}],
  ])('ALR-36 of an answer %s are not known, and the rest of it is used', async (_, units, hourly) => {
    server().serve(answer(() => 30, units, hourly))
    const weather = await ask(config)
    expect(weather.gust.slice(0, 2)).toEqual([null, null])
    expect(weather).toMatchObject({ start: HOUR, implausible: 0 })
    expect(weather.irradiance[0]).toBe(100)
  })

  it('ALR-36 FCT-21 that cannot be are left out and counted, those at the bounds are not', async () => {
    const odd = [-1, 500, 120.1, 1e300]
    server().serve(answer((hour) => odd[hour] ?? (hour % 2 ? 0 : 120)))
    const weather = await ask(config)
    expect(weather.gust.slice(0, 6)).toEqual([null, null, null, null, 120, 0])
    expect([weather.implausible, weather.irradiance[0]]).toEqual([4, 100])
  })

  it.each([['30'], [{}], [true]])('ALR-36 FCT-21 that are no numbers (%j) are malformed', async (value) => {
    server().serve(answer(() => 30, {}, { wind_gusts_10m: [value] }))
    expect(await faultOf(config)).toBe('malformed')
  })
})

describe('gusts of the Deutscher Wetterdienst', () => {
  const config = { WEATHER: 'dwd' } as const
  const sun = { Rad1h: () => 360, TTT: () => 280 }
  async function serve(elements: Record<string, (hour: number) => number | '-'>) {
    const file = { issuedAt: new Date('2026-06-18T09:00:00Z'), first: NEXT, hours: 48 }
    const content = await kmz({ 'a.kml': mosmixKml({ ...file, elements: { ...sun, ...elements } }) })
    server().answers((request, response) => {
      response.end(request.url === '/stations' ? CATALOGUE : content)
    })
  }

  it('ALR-36 are the element FX1, in m/s, and neither the mean wind nor the highest of other times', async () => {
    const others = { FF: () => 9, FX3: () => 40, FXh: () => 41 }
    await serve({ ...others, FX1: (hour) => (hour === 2 ? '-' : 11.3 + hour) })
    expect(await firstOf(config)).toEqual([11.3, 12.3, null, 14.3])
  })

  it('ALR-36 of a station without the element, or with nothing in it, are not known', async () => {
    await serve({})
    expect(await firstOf(config, 2)).toEqual([null, null])
    await serve({ FX1: () => '-' })
    expect(await firstOf(config, 2)).toEqual([null, null])
    expect((await ask(config)).irradiance[0]).toBe(100)
  })

  it('ALR-36 FCT-21 that cannot be are left out, and those that are no numbers are malformed', async () => {
    const odd = [-0.1, 500]
    await serve({ FX1: (hour) => odd[hour] ?? 25 })
    expect(await firstOf(config)).toEqual([null, null, 25, 25])
    await serve({ FX1: () => Number.NaN })
    expect(await faultOf(config)).toBe('malformed')
  })
})

describe('gusts of others', () => {
  const steps = (count: number, value: (step: number) => number | null) =>
    Array.from({ length: count }, (_, i) => value(i))
  const own = { WEATHER: 'own', WEATHER_NAME: 'Wetterhaus' } as const

  it('ALR-36 in a source of the operator’s own are the highest of the quarters of each hour', async () => {
    const quarters = { issued_at: '2026-06-18T06:00:00Z', start: '2026-06-18T09:30:00Z', step_minutes: 15 }
    const gust = [90, 80, 21.5, null, 30, 22, null, null, null, null, ...steps(50, () => 5)]
    server().serve({ ...quarters, irradiance: steps(60, () => 100), gust })
    expect((await ask(own)).start).toEqual(HOUR)
    expect(await firstOf(own, 3)).toEqual([30, null, 5])
  })

  it('ALR-36 may be left out there', async () => {
    const hours = { issued_at: '2026-06-18T06:00:00Z', start: NOW.toISOString().replace(':20:', ':00:') }
    server().serve({ ...hours, step_minutes: 60, irradiance: steps(48, () => 100) })
    expect(await firstOf(own, 2)).toEqual([null, null])
  })

  it('ALR-36 are not known where the provider forecasts no weather', async () => {
    server().serve({
      result: { watt_hours_period: { '2026-06-18T11:00:00Z': 0, '2026-06-18T22:00:00Z': 9 } },
      message: { info: { latitude: 47.7, longitude: 9.2 } },
    })
    expect((await ask({ WEATHER: 'forecast_solar' })).gust.every((value) => value === null)).toBe(true)
  })
})
