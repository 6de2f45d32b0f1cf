import { describe, expect, it } from 'vitest'
import { askProvider, HOUR, NEXT } from '../../../../test/weather/ask-provider.ts'
import { CATALOGUE, kmz, mosmixKml } from '../../../../test/weather/mosmix.ts'

const MANY_ATTRIBUTES = Array.from({ length: 21 }, (_, i) => `a${i}="1"`).join(' ')
const { server, ask, faultOf } = askProvider()

describe('weather of the Deutscher Wetterdienst', () => {
  const issuedAt = new Date('2026-06-18T09:00:00Z')
  const elements = {
    Rad1h: (hour: number) => (hour === 2 ? ('-' as const) : hour * 36),
    N: () => 75,
    TTT: () => 293.15,
    PPPP: () => 101_000,
  }
  const file = { issuedAt, first: NEXT, hours: 48, elements }
  const serve = (content: Buffer) =>
    server().answers((request, response) => {
      if (request.url === '/stations') response.end(CATALOGUE)
      else if (request.url?.includes('10929')) response.writeHead(404).end()
      else response.end(content)
    })

  it('FCT-20 is that of the nearest station that has any', async () => {
    serve(await kmz({ 'MOSMIX_L_2026061809_10935.kml': mosmixKml({ ...file, place: '9.52,47.67,401.0' }) }))
    const weather = await ask({ WEATHER: 'dwd' })
    expect(server().asked.map((path) => /stations$|_(\w{5})\.kmz/.exec(path)?.[1] ?? 'stations')).toEqual([
      ...['stations', '10929', '10935'],
    ])
    expect(weather).toMatchObject({ issuedAt, start: HOUR })
    expect(weather.irradiance.slice(0, 4)).toEqual([0, 10, null, 30])
    expect([weather.cloud[0], weather.temperature[0]]).toEqual([75, 20])
  })

  it.each([
    ['old', mosmixKml({ ...file, issuedAt: new Date('2026-06-17T09:00:00Z') })],
    ['malformed', mosmixKml({ ...file, prologue: '<!DOCTYPE kml [<!ENTITY a "aaaa">]>' })],
    ['malformed', mosmixKml(file).replace('KONSTANZ', '&unknown;')],
    ['malformed', mosmixKml(file).replace('</kml:kml>', '')],
    ['malformed', mosmixKml(file).replace('KONSTANZ', '<a>'.repeat(30) + '</a>'.repeat(30))],
    ['malformed', mosmixKml({ ...file, hours: 500 })],
    ['malformed', mosmixKml(file).replace('<kml:name', `<kml:name ${MANY_ATTRIBUTES}`)],
    ['malformed', mosmixKml(file).replace('<kml:name', `<kml:${'n'.repeat(500_000)}/><kml:name`)],
    ['malformed', mosmixKml(file).replace('<kml:name', `<kml:name a="${'v'.repeat(500_000)}"`)],
  ])('FCT-21 is %s', async (reason, kml) => {
    serve(await kmz({ 'a.kml': kml }))
    expect(await faultOf({ WEATHER: 'dwd' })).toBe(reason)
  })

  it('FCT-21 in an archive that is a bomb, is none or has several files is not unpacked', async () => {
    const comments = `<!--${' '.repeat(200_000)}-->`.repeat(100)
    serve(await kmz({ 'a.kml': mosmixKml(file).replace('KONSTANZ', comments) }))
    expect(await faultOf({ WEATHER: 'dwd' })).toBe('too_big')
    serve(await kmz({ 'a.kml': mosmixKml(file), 'b.kml': mosmixKml(file) }))
    expect(await faultOf({ WEATHER: 'dwd' })).toBe('malformed')
    serve(Buffer.from('no archive'))
    expect(await faultOf({ WEATHER: 'dwd' })).toBe('malformed')
  })

  it('FCT-21 of a place without a station near it is none', async () => {
    server().answers((_, response) => void response.end(CATALOGUE.replaceAll(' 47.4', ' 57.4')))
    expect(await faultOf({ WEATHER: 'dwd' })).toBe('wrong_place')
    server().answers((_, response) => void response.end('<html>'))
    expect(await faultOf({ WEATHER: 'dwd' })).toBe('malformed')
  })
})
