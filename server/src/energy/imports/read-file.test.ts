import { expect, it } from 'vitest'
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
