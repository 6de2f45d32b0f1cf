import { makeImport } from '@kellersonne/contract/energy/imports'
import { TEST_TIMEOUT_MS } from '@kellersonne/testing/patience'
import { expect, it } from 'vitest'
import { readInThread } from './read-in-thread.ts'

const options = {
  ...{ format: 'columns' as const, timeZone: 'UTC', now: new Date('2026-06-18T12:00:00Z') },
  columns: [{ index: 1, quantity: 'pv' as const, unit: 'kWh' as const }],
}
const read = (text: string) => readInThread(Buffer.from(text), options)

it('GWY-40 F1 a file that holds more than is ever useful is refused', async () => {
  const many = `at,kWh\n${'2015-01-01T00:00Z,1\n'.repeat(450_000)}`
  await expect(read(many)).rejects.toMatchObject({ code: 'payload_too_large' })
  await expect(read(','.repeat(60_000))).rejects.toMatchObject({ code: 'media_type_unsupported' })
})

it('GWY-40 F1 a file that spans more years than any useful one is refused', async () => {
  const span = (from: string) =>
    `at,kWh\n${from}T00:00Z,1\n${from}T00:15Z,1\n2026-03-14T00:00Z,1\n2026-03-14T00:15Z,1\n`
  await expect(read(span('2014-03-01'))).rejects.toMatchObject({ code: 'payload_too_large' })
  expect((await read(span('2014-04-01'))).energies.get('pv')?.quarters).toHaveLength(4)
})

it('GWY-40 F1 a file that takes more of a core than any useful one is refused', async () => {
  const long = `at,kWh\n${'2026-03-14T09:00:00Z,\n'.repeat(400_000)}`
  await expect(readInThread(Buffer.from(long), options, { cpuMs: 1 })).rejects.toMatchObject({
    code: 'payload_too_large',
  })
})

it('GWY-40 F1 three years of five minutes by local times are read, below a title too', async () => {
  const times = Array.from({ length: 315_000 }, (_, i) =>
    new Date(Date.UTC(2023, 2, 1) + i * 300_000).toISOString().slice(0, 16),
  )
  const bytes = Buffer.from(
    `of my roof\nat,W,note\n${times.map((at) => `${at},100,${'x'.repeat(10)}`).join('\n')}`,
  )
  const columns = [{ index: 1, quantity: 'pv' as const, unit: 'W' as const }]
  const berlin = { ...options, columns, timeZone: 'Europe/Berlin' }
  const file = await readInThread(bytes, berlin, {
    cpuMs: Number.POSITIVE_INFINITY,
    deadlineMs: 5 * TEST_TIMEOUT_MS,
  })
  expect(file.energies.get('pv')?.quarters.length).toBeGreaterThan(104_900)
})

it('GWY-40 F1 a column is named once', () => {
  const query = { sn: '1001', format: 'columns', columns: '1:pv:W,1:import:W' }
  expect(makeImport.query.safeParse(query).success).toBe(false)
  expect(makeImport.query.safeParse({ ...query, columns: '1:pv:W,2:import:W' }).success).toBe(true)
})

it('GWY-40 what no house does is refused line by line', async () => {
  const file = await read(
    'at,kWh\n2026-03-14T09:00:00Z,2200000\n2026-03-14T09:15:00Z,30\n2026-03-14T09:30:00Z,1\n',
  )
  expect(file).toMatchObject({
    refused: 2,
    // The energy of a quarter is known once all lines are: it has no line of its own.
    refusedLines: [2, null].map((line) => ({ line, reason: 'implausible' })),
  })
  expect([...(file.energies.get('pv')?.energies ?? [])]).toEqual([1000])
})

it('GWY-40 powers too far apart to know what flowed in between are refused', async () => {
  const columns = [{ index: 1, quantity: 'pv' as const, unit: 'W' as const }]
  const powers = (...times: string[]) =>
    readInThread(Buffer.from(`at,W\n${times.map((time) => `2026-03-14T${time}:00Z,1000`).join('\n')}\n`), {
      ...options,
      columns,
    })
  expect(await powers('09:00', '10:00', '11:00')).toMatchObject({
    ...{ refused: 3, refusedLines: [{ line: null, reason: 'sparse' }] },
  })
  const withGap = await powers('09:00', '09:15', '09:30', '12:00', '12:15')
  expect(withGap.refused).toBe(0)
  expect([...(withGap.energies.get('pv')?.energies ?? [])]).toEqual([250, 250, 250])
})

it('GWY-40 mean powers of each line become energies of its time', async () => {
  const columns = [
    { index: 1, quantity: 'pv' as const, unit: 'mean_kW' as const },
    { index: 2, quantity: 'grid' as const, unit: 'mean_W' as const },
  ]
  const text =
    'at,sun,grid\n2026-03-14T09:00:00Z,1.2,-400\n2026-03-14T09:30:00Z,0.4,200\n2026-03-14T10:00:00Z,101,0\n'
  const { energies, refused, refusedLines } = await readInThread(Buffer.from(text), { ...options, columns })
  expect([refused, refusedLines]).toEqual([1, [{ line: 4, reason: 'implausible' }]])
  const of = (counter: 'pv' | 'import' | 'feedIn') => [...(energies.get(counter)?.energies ?? [])]
  expect(of('pv')).toEqual([300, 300, 100, 100])
  expect(of('feedIn')).toEqual([100, 100, 0, 0])
  expect(of('import')).toEqual([0, 0, 50, 50])
})

it('GWY-40 what no house does with all its devices together is left out', async () => {
  const hours = '2026-03-14T09:00:00.000Z,2026-03-14T10:00:00.000Z'
  const of = (...devices: string[]) =>
    readInThread(Buffer.from([`entity_id,type,unit,${hours}`, ...devices].join('\n')), {
      ...options,
      ...{ format: null, columns: null },
    })
  const taken = async (...devices: string[]) => {
    const { energies, refused, refusedLines } = await of(...devices)
    return { quarters: energies.get('pv')?.quarters.length, refused, refusedLines }
  }
  expect(await taken('sensor.east,solar_production,kWh,90,8')).toEqual({
    ...{ quarters: 8, refused: 0, refusedLines: [] },
  })
  expect(
    await taken('sensor.east,solar_production,kWh,90,8', 'sensor.west,solar_production,kWh,90,8'),
  ).toEqual({ quarters: 4, refused: 4, refusedLines: [{ line: null, reason: 'implausible' }] })
})
