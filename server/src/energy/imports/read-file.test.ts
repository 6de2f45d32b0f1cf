import { expect, it } from 'vitest'
import { instantReader, RefusedLine } from './instants.ts'
import { readFile } from './read-file.ts'

const read = (text: string) =>
  readFile(Buffer.from(text), {
    ...{ format: null, columns: null, timeZone: 'UTC', now: new Date('2026-06-18T12:00:00Z') },
  })

it.each(['Europe/Nowhere', 'constructor', '__proto__'])(
  'GWY-40 a file in the zone %s, which is none, is of an unknown format',
  async (zone) => {
    const text = `,System overview [0]\n${zone} (+01:00),PV - DC-coupled\n,W\n2026-03-14 10:00:00,500\n2026-03-14 10:05:00,500\n`
    const file = await read(text)
    expect(file).toMatchObject({ format: null, refused: 0 })
  },
)

it.each(['constructor', '__proto__', 'toString'])(
  'GWY-40 a column, type or unit named %s is one that is not read',
  async (name) => {
    const hours = '2026-03-14T09:00:00.000Z,2026-03-14T10:00:00.000Z'
    const files = [
      `entity_id,type,unit,${hours}\na,${name},kWh,1,1\na,grid_return,${name},1,1`,
      `statistic_id;start;unit;delta\nsensor.pv;2026-03-14T09:00:00Z;${name};1`,
      `Zeit,PV-Ertrag(W),${name}\n2026-03-14 10:00:00,,1`,
      `Uhrzeit,Netzbezug,${name}\n2026-03-14 10:00:00,,1`,
      `at,readings,grid_v_mean,${name}\n2026-03-14T09:00:00.000Z,1,230,1`,
      `Datum,${name},PV production,Netzbezug\n2026-03-14 10:00:00,1,,`,
    ]
    for (const text of files) {
      const file = await read(text)
      expect(file.format).not.toBeNull()
      expect(file).toMatchObject({ refused: 0, energies: new Map() })
    }
  },
)

it('GWY-40 the times of a wide file are those of its header, for each of its lines', async () => {
  const hours = '2026-03-14T09:00:00Z,2026-03-14T10:00:00Z'
  const lines = ['east', 'west', 'roof'].map((name) => `sensor.${name},solar_production,kWh,1,2`)
  const { energies } = await read([`entity_id,type,unit,${hours}`, ...lines].join('\n'))
  const pv = energies.get('pv')
  expect([pv?.quarters.length, pv?.energies[0], pv?.energies[7]]).toEqual([8, 750, 1500])
})

const named = (text: string, timeZone = 'UTC') =>
  readFile(Buffer.from(text), {
    ...{ format: 'columns', timeZone, now: new Date('2026-06-18T12:00:00Z') },
    columns: [{ index: 1, quantity: 'pv', unit: 'W' }],
  })
const FIVE_MINUTES = 300_000
/** Lines of every five minutes since 2026 began, as local times. */
const lines = (count: number, value: string) =>
  Array.from({ length: count }, (_, i) => {
    const at = new Date(Date.UTC(2026, 0, 1) + i * FIVE_MINUTES).toISOString()
    return `${at.slice(0, 10)} ${at.slice(11, 16)},${value}\n`
  }).join('')

it('GWY-40 what is refused for long at the beginning keeps nothing out that follows', async () => {
  const late = lines(30_000, 'NaN').concat(lines(30_010, '100').split('\n').slice(30_000).join('\n'))
  expect(await named(`at,W\n${late}`)).toMatchObject({ refused: 30_000 })
  expect((await named(`at,W\n${late}`)).energies.get('pv')?.quarters.length).toBeGreaterThan(0)
})

it('GWY-40 local times are those of their zone on each day, also when its clocks change', async () => {
  const at = (text: string) => instantReader('Europe/Berlin')(text)
  const read = instantReader('Europe/Berlin')
  const times = [
    '28.03.2026 23:55',
    '29.03.2026 01:59',
    '29.03.2026 03:00',
    '30.03.2026 00:00',
    '24.10.2026 12:00',
  ]
  const found = times.map((text) => new Date(read(text)).toISOString().slice(5, 16))
  expect(found).toEqual(['03-28T22:55', '03-29T00:59', '03-29T01:00', '03-29T22:00', '10-24T10:00'])
  expect(
    ['25.10.2026 02:30', '25.10.2026 02:30'].map((text) => new Date(read(text)).toISOString().slice(11, 16)),
  ).toEqual(['00:30', '01:30'])
  for (const wrong of ['29.03.2026 02:30', '30.02.2026 10:00', '28.03.2026 24:30', '28.03.2026 10:60'])
    expect(() => at(wrong)).toThrow(RefusedLine)
})
