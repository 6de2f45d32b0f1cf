import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { askProvider, HOUR, NEXT, NOW, none, PLACE } from '../../../../test/weather/ask-provider.ts'
import { openMeteoAnswer } from '../../../../test/weather/weather-server.ts'
import { parseJson } from '../issued.ts'
import { openWeatherProvider } from '../provider.ts'

const { server, ask, faultOf } = askProvider()

describe('weather in the format of Open-Meteo', () => {
  it('FCT-20 is read by the hour, each value of the hour before its time', async () => {
    server().serve(openMeteoAnswer(NEXT, (hour) => hour * 10))
    const weather = await ask({ WEATHER: 'open_meteo', WEATHER_KEY: 'key-1' })
    expect(weather).toMatchObject({ issuedAt: NOW, start: HOUR, implausible: 0 })
    expect([weather.irradiance.slice(0, 3), weather.cloud[0], weather.temperature[0]]).toEqual([
      [0, 10, 20],
      ...[50, 12.3],
    ])
    expect(server().asked[0]).toMatch(/^\/v1\/forecast\?latitude=47\.7&longitude=9\.2&.*apikey=key-1$/)
  })

  it.each([
    ['malformed', 'no JSON'],
    ['malformed', '{"latitude":47.7}'],
    ['malformed', '['.repeat(100_000)],
    ['too_big', ' '.repeat(600_000)],
  ])('FCT-21 is %s', async (reason, body) => {
    server().answers((_, response) => void response.end(body))
    expect(await faultOf({ WEATHER: 'open_meteo' })).toBe(reason)
  })

  it('FCT-21 of another place, of another time or of values that cannot be is not used', async () => {
    const asked = { WEATHER: 'open_meteo' } as const
    server().serve(openMeteoAnswer(NEXT, () => 100, { latitude: 52.5, longitude: 13.4 }))
    expect(await faultOf(asked)).toBe('wrong_place')
    server().serve(openMeteoAnswer(new Date('2026-06-10T00:00:00Z'), () => 100))
    expect(await faultOf(asked)).toBe('wrong_time')
    server().serve(openMeteoAnswer(NEXT, () => -1e9))
    expect(await faultOf(asked)).toBe('implausible')
    server().serve(openMeteoAnswer(NEXT, (hour) => (hour === 5 ? 9999 : 100)))
    expect(await ask(asked)).toMatchObject({ implausible: 1 })
  })

  it('FCT-21 that never ends, or is a bomb of zeros, is read no further than its bound', async () => {
    let written = 0
    server().answers((_, response) => {
      const write = () => {
        written += 1
        if (!response.destroyed && response.write(' '.repeat(65_536))) setImmediate(write)
        else response.once('drain', write)
      }
      write()
    })
    expect(await faultOf({ WEATHER: 'open_meteo' })).toBe('too_big')
    expect(written).toBeLessThan(1000)
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    server().answers((_, response) => void response.setHeader('content-encoding', 'gzip').end(bomb))
    expect(await faultOf({ WEATHER: 'open_meteo' })).toBe('too_big')
  })

  it('FCT-21 is not looked for where a redirect leads, and an error says how long to wait', async () => {
    server().answers(
      (_, response) => void response.writeHead(302, { location: `${server().url}private` }).end(),
    )
    expect(await faultOf({ WEATHER: 'open_meteo' })).toBe('redirected')
    expect(server().asked).toHaveLength(1)
    server().answers((_, response) => void response.writeHead(429, { 'retry-after': '120' }).end())
    await expect(ask({ WEATHER: 'open_meteo' })).rejects.toMatchObject({
      reason: 'refused',
      retryMs: 120_000,
    })
    await expect(ask({ WEATHER: 'open_meteo', WEATHER_URL: 'http://127.0.0.1:9' })).rejects.toMatchObject({
      reason: 'silent',
    })
  })
})

describe('weather in the format of Forecast.Solar', () => {
  const answer = (periods: Record<string, number>) => ({
    result: { watts: {}, watt_hours_period: periods, watt_hours: {}, watt_hours_day: {} },
    message: { code: 0, type: 'success', text: '', info: { ...PLACE, timezone: 'Europe/Berlin' } },
  })

  it('FCT-20 is the power of one kilowatt peak that lies flat, shared over the hours', async () => {
    server().serve(
      answer({
        '2026-06-18T10:30:00+00:00': 0,
        '2026-06-18T11:00:00+00:00': 200,
        '2026-06-18T12:00:00+00:00': 600,
        '2026-06-18T21:00:00+02:00': 0,
        '2026-06-19T04:30:00+00:00': 0,
        '2026-06-19T05:30:00+00:00': 60,
      }),
    )
    const weather = await ask({ WEATHER: 'forecast_solar', WEATHER_KEY: 'key' })
    expect(server().asked).toEqual(['/key/estimate/47.7/9.2/0/0/1?time=utc'])
    expect(weather.start).toEqual(HOUR)
    expect(weather.irradiance.slice(0, 3)).toEqual([200, 600, 0])
    expect(weather.irradiance.slice(-2)).toEqual([30, 30])
    expect(weather.cloud[0]).toBeNull()
  })

  it('FCT-21 that is nested as no weather is, is not parsed', () => {
    const nested = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))
    expect(parseJson(nested(32))).toBeInstanceOf(Array)
    expect(() => parseJson(nested(33))).toThrow('nested too deeply')
  })

  it('FCT-21 without times, or with times that are none, is malformed', async () => {
    for (const periods of [{}, { tomorrow: 1 }, { '1970-01-01T00:00:00Z': 0, '2026-06-19T00:00:00Z': 1 }]) {
      server().serve(answer(periods as Record<string, number>))
      expect(await faultOf({ WEATHER: 'forecast_solar' })).toBe('malformed')
    }
  })
})

describe('weather of the operator’s own', () => {
  const read = {
    ...{ issued_at: '2026-06-18T08:00:00+02:00', start: '2026-06-18T09:30:00Z', step_minutes: 15 },
    irradiance: Array.from({ length: 60 }, (_, quarter) => quarter * 10),
  }

  it('FCT-20 is read from an address with the place in it, in quarters of an hour, and kept by the hour', async () => {
    server().serve(read)
    const weather = await ask({
      ...{ WEATHER: 'own', WEATHER_NAME: 'Wetterhaus' },
      WEATHER_URL: `${server().url}at/{latitude}/{longitude}.json`,
    })
    expect(server().asked).toEqual(['/at/47.7/9.2.json'])
    expect(weather).toMatchObject({ issuedAt: new Date('2026-06-18T06:00:00Z'), start: HOUR })
    expect(weather.irradiance.slice(0, 2)).toEqual([35, 75])
    expect(weather.temperature[0]).toBeNull()
  })

  it('FCT-20 FCT-21 is read from a file, up to a bound', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'weather-'))
    const WEATHER_URL = `${pathToFileURL(folder).href}/{latitude}.json`
    const config = { WEATHER: 'own', WEATHER_NAME: 'Wetterhaus', WEATHER_URL } as const
    expect(await faultOf(config)).toBe('silent')
    await writeFile(join(folder, '47.7.json'), JSON.stringify(read))
    expect((await ask(config)).irradiance[0]).toBe(35)
    await writeFile(join(folder, '47.7.json'), ' '.repeat(600_000))
    expect(await faultOf(config)).toBe('too_big')
    await rm(folder, { recursive: true })
  })

  it('FCT-20 must be named, and have an address', () => {
    expect(() => openWeatherProvider({ ...none, WEATHER: 'own', WEATHER_NAME: 'a' })).toThrow('WEATHER_URL')
    expect(() => openWeatherProvider({ ...none, WEATHER: 'own', WEATHER_URL: server().url })).toThrow(
      'WEATHER_NAME',
    )
    expect(() => openWeatherProvider({ ...none, WEATHER: 'dwd', WEATHER_URL: 'file:///a' })).toThrow(
      'own only',
    )
    expect(openWeatherProvider(none)).toBeNull()
  })
})
