import { calendar } from '@kellersonne/contract/energy/calendar'
import { readingPayload, toReading } from '@kellersonne/contract/telemetry/device'
import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../../test/api.ts'
import { fileForm } from '../../../test/file-form.ts'
import { setUpImports } from '../../../test/set-up/imports.ts'
import { unzip } from '../../../test/unzip.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'

const BERLIN = '&time_zone=Europe/Berlin'
const { api, someone } = setUpImports()

const NOTHING = { pv: null, import: null, feed_in: null, charge: null, discharge: null }
const EVCC = `\uFEFFtime.start,time.end,pv.Ost.energy.Wh,pv.West.energy.Wh,battery.A.energy.Wh,battery.A.returnEnergy.Wh,grid.energy.Wh,grid.returnEnergy.Wh,home.energy.Wh
2026-05-01 12:00:00,2026-05-01 12:15:00,500,100,0,200,0,50,350
2026-05-01 12:15:00,2026-05-01 12:30:00,400,100,0,100,10,0,410
`
const SENEC = `Uhrzeit;Netzbezug [kW];Netzeinspeisung [kW];Stromverbrauch [kW];Akku-Beladung [kW];Akku-Entnahme [kW];Stromerzeugung [kW];Akku Spannung [V];Akku Stromstärke [A]\r
${[0, 5, 10, 15].map((minute) => `14.03.2026 10:${String(minute).padStart(2, '0')}:00;0,4;0;1,2;0;0;0,8;52,1;0,3`).join('\r\n')}\r
`
const SUNGROW = `Zeit,PV-Ertrag(W),Netz(W),Batterie(W),Gesamtverbrauch(W)
${[0, 5, 10, 15].map((minute) => `2026-03-14 10:${String(minute).padStart(2, '0')}:00,800,-400,200,600`).join('\n')}
`
const SOLAR_WEB = `Datum und Uhrzeit;PV-Erzeugung;Einspeisung;Netzbezug;In Batterie gespeichert;Aus Batterie bezogen
[dd.MM.yyyy HH:mm];[Wh];[Wh];[Wh];[Wh];[Wh]
14.03.2026 10:00;80,5;0;10;5;0
14.03.2026 10:05;80,5;0;10;5;0
14.03.2026 10:10;80;0;10;5;0
`
const VRM = `,Battery Monitor [512],System overview [0],System overview [0],System overview [0],System overview [0]
Europe/Berlin (+01:00),Voltage,PV - DC-coupled,PV - AC-coupled on output L1,Battery Power,Grid L1
,V,W,W,W,W
${[0, 5, 10, 15].map((minute) => `2026-03-14 10:${String(minute).padStart(2, '0')}:00,52.1,500,300,200,-400`).join('\n')}
`
const ENERGY_PANEL = `entity_id,type,unit,2026-03-14T09:00:00.000Z,2026-03-14T10:00:00.000Z
sensor.east,solar_production,kWh,0.4,0.8
sensor.west,solar_production,kWh,0.1,
sensor.in,grid_consumption,kWh,0.2,0.2
sensor.out,grid_return,kWh,0.05,0
sensor.gas,gas,m³,1,1
`
const STATISTICS = `statistic_id;start;unit;sum;state;delta
sensor.pv_total;14.03.2026 10:00;kWh;100,5;100,5;0,5
sensor.netzbezug;14.03.2026 10:00;kWh;7;7;0,25
`

const OWN = `at,readings,grid_v_mean,pv_wh,import_wh
2026-03-14T09:00:00.000Z,12,230,125,10
`

describe('a file of another portal', () => {
  it.each([
    ['evcc', EVCC, { pv: 1100, import: 10, feed_in: 50, charge: 300, discharge: 0 }, 2],
    ['senec', SENEC, { pv: 200, import: 100, feed_in: 0, charge: 0, discharge: 0 }, 1],
    ['sungrow', SUNGROW, { pv: 200, import: 0, feed_in: 100, charge: 0, discharge: 50 }, 1],
    ['solar_web', SOLAR_WEB, { pv: 241, import: 30, feed_in: 0, charge: 15, discharge: 0 }, 1],
    ['victron_vrm', VRM, { pv: 200, import: 0, feed_in: 100, charge: 50, discharge: 0 }, 1],
    ['home_assistant', ENERGY_PANEL, { ...NOTHING, pv: 1300, import: 400, feed_in: 50 }, 8],
    ['home_assistant_statistics', STATISTICS, { ...NOTHING, pv: 500, import: 250 }, 4],
    ['kellersonne', OWN, { ...NOTHING, pv: 125, import: 10 }, 1],
  ])('GWY-40 of %s is known by its head, with its units and signs', async (format, text, energies, added) => {
    const anna = await someone()
    expect(await anna.preview(text, BERLIN)).toMatchObject({
      ...{ format, energies, added, measured: 0, imported: 0, hidden: 0, refused: 0 },
    })
  })

  it('GWY-40 of nobody that is known shows its columns, which the owner names', async () => {
    const anna = await someone()
    const text = 'When;Sun;House\n2026-03-14T09:00:00Z;1000,5;1\n2026-03-14T09:15:00Z;1001,25;2\n'
    expect(await anna.preview(text)).toMatchObject({
      format: null,
      header: ['When', 'Sun', 'House'],
      added: 0,
    })
    expect(await anna.preview(text, '&format=columns&columns=1:pv:counter_kWh')).toMatchObject({
      ...{ format: 'columns', energies: { ...NOTHING, pv: 750 }, added: 1 },
    })
  })

  it('GWY-40 has its times in the chosen zone; of the hour that comes twice, the order decides which', async () => {
    const anna = await someone()
    const lines = ['02:30', '02:45', '02:00', '02:15', '02:30'].map(
      (time, i) => `2025-10-26 ${time}:00,2025-10-26 ${time === '02:45' ? '02:00' : time}:00,${i}`,
    )
    const text = `time.start,time.end,pv.A.energy.Wh\n${lines.join('\n')}\n`
    const { refused } = await anna.preview(text.replaceAll(/,2025[^,]*,/g, ',,'), BERLIN)
    expect(refused).toBe(5)
    const powers = `Zeit,PV-Ertrag(W)\n${['01:45', '02:00', '02:15', '02:30', '02:45', '02:00', '02:15', '02:30', '02:45', '03:00'].map((time) => `2025-10-26 ${time}:00,400`).join('\n')}\n`
    expect(await anna.preview(powers, BERLIN)).toMatchObject({
      ...{ added: 9, energies: { pv: 900 } },
      ...{ from: '2025-10-25T23:45:00.000Z', until: '2025-10-26T02:00:00.000Z' },
    })
  })

  it('GWY-40 names the lines that are not understood, and takes the others', async () => {
    const anna = await someone()
    const text = `${EVCC}nonsense,2026-05-01 12:45:00,1
2026-05-01 12:30:00,2026-05-01 12:45:00,much
2026-03-29 02:30:00,2026-03-29 03:00:00,1
2026-05-02 00:00:00,2026-05-03 00:00:00,1
2027-05-01 12:30:00,2027-05-01 12:45:00,1
1899-05-01 12:30:00,1899-05-01 12:45:00,1
`
    expect(await anna.preview(text, BERLIN)).toMatchObject({
      ...{ added: 2, refused: 6 },
      refused_lines: [
        { line: 4, reason: 'time' },
        { line: 5, reason: 'number' },
        { line: 6, reason: 'time_unknown' },
        { line: 7, reason: 'too_long' },
        { line: 8, reason: 'future' },
        { line: 9, reason: 'time' },
      ],
    })
  })

  it('GWY-40 that is none is refused, whatever it holds', async () => {
    const anna = await someone()
    for (const file of [Buffer.from([0x89, 0x50, 0, 0]), Buffer.alloc(2 * 1024 * 1024, 'a')])
      expectProblem(await anna.send(file), 415, 'media_type_unsupported')
    for (const file of ['', 'a\nb\nc', '"'.repeat(1000), ',\n'.repeat(100_000)])
      expectProblem(await anna.send(file), 409, 'import_empty')
    expectProblem(await anna.send(Buffer.alloc(11 * 1024 * 1024)), 413, 'payload_too_large')
  })
})

describe('imported history', () => {
  it('GWY-41 is shown where nothing was measured, and marked', async () => {
    const anna = await someone()
    const made = await anna.make(EVCC, BERLIN)
    expect(made).toMatchObject({ from: '2026-05-01T10:00:00.000Z', until: '2026-05-01T10:30:00.000Z' })
    const { energies, series, gaps } = await anna.day('2026-05-01')
    expect(energies?.pv.slice(48, 51)).toEqual([600, 500, null])
    expect(series.get('pv')?.values.slice(48, 51)).toEqual([2400, 2000, null])
    expect(gaps.filter(({ reason }) => reason === 'imported')).toHaveLength(1)
  })

  it('GWY-41 never takes the place of what was measured, before or after it', async () => {
    const anna = await someone()
    const reported = `time.start,time.end,pv.A.energy.Wh
2026-06-18 13:30:00,2026-06-18 13:45:00,999
2026-06-18 13:45:00,2026-06-18 14:00:00,999
`
    await anna.make(reported, BERLIN)
    expect((await anna.day('2026-06-18')).energies?.pv.slice(54, 56)).toEqual([999, 999])
    for (const [minute, wh] of [
      [45, 1000],
      [59, 1056],
    ] as const) {
      const at = `2026-06-18T11:${minute}:00Z`
      const reading = toReading(readingPayload.parse({ at, pv_w: 240, energy_wh: { pv: wh } }))
      await storeBatch(api().db, [{ kind: 'reading', system: anna.system, receivedAt: api().now(), reading }])
    }
    expect((await anna.day('2026-06-18')).energies?.pv.slice(54, 56)).toEqual([999, 56])
    expect(await anna.preview(reported, BERLIN)).toMatchObject({ added: 0, measured: 1, imported: 1 })
  })

  it('GWY-41 counts in the calendar as imported, not as measured', async () => {
    const anna = await someone()
    await anna.make(EVCC, BERLIN)
    const answer = await api().get(`/api/auth/calendar/?sn=${anna.sn}&from_date=2026-05-01`, anna.access)
    const { days, total } = calendar.parse(answer.json())
    expect(days[0]).toMatchObject({ pv: 1100, import: 10, measured: 0 })
    expect(days[0]?.imported).toBeCloseTo((100 * 2) / 96, 10)
    expect(days[1]).toMatchObject({ pv: null, measured: 0, imported: 0 })
    expect(total).toMatchObject({ pv: 1100, measured: 0 })
  })

  it('GWY-41 SET-06 is distinguished in the export, which lists the imports', async () => {
    const anna = await someone()
    const { id } = await anna.make(EVCC, BERLIN)
    const files = await unzip((await api().get('/api/auth/export/', anna.access)).rawPayload)
    expect(JSON.parse(files.get(`imports/${anna.sn}.json`) ?? '')).toMatchObject([
      { id, format: 'evcc', pv: 1100, undone_at: null },
    ])
    const [header = '', first = ''] = (files.get(`quarters/${anna.sn}.csv`) ?? '').split('\r\n')
    expect(first.split(',')[header.split(',').indexOf('imported')]).toBe('yes')
  })

  it('GWY-42 that comes twice changes nothing, and is taken back as a whole', async () => {
    const anna = await someone()
    const { id } = await anna.make(EVCC, BERLIN)
    expect(await anna.preview(EVCC, BERLIN)).toMatchObject({ added: 0, imported: 2, from: null })
    expectProblem(await anna.send(EVCC, BERLIN), 409, 'import_empty')
    expect((await anna.undo(id)).json()).toMatchObject({ id, undone_at: expect.any(String) })
    expect((await anna.day('2026-05-01')).energies?.pv[48] ?? null).toBeNull()
    expect(await anna.list()).toMatchObject([{ id, format: 'evcc' }])
    expect((await anna.make(EVCC, BERLIN)).energies).toMatchObject({ pv: 1100 })
  })

  it('GWY-42 is its owner’s alone, and a buyer adds nothing to a former owner’s time', async () => {
    const [anna, bert] = [await someone(), await someone()]
    const { id } = await anna.make(EVCC, BERLIN)
    expectProblem(await bert.undo(id), 404, 'not_found')
    expectProblem(await anna.send(EVCC, `${BERLIN}&sn=${bert.sn}`), 400, 'input_invalid')
    const later = new Date('2026-06-18T00:00:00Z')
    await api().db.run('update ownership set until = $2 where system = $1', [anna.system, later])
    await api().db.run(
      `insert into ownership (system, owner, since) select $1, owner, $2::timestamptz + interval '1 minute' from ownership
       join storage_system on id = system where sn = $3`,
      [anna.system, later, bert.sn],
    )
    const url = `/api/auth/import/preview/?sn=${anna.sn}${BERLIN}`
    const { payload, headers: type } = await fileForm('file', new Blob([EVCC]), 'history.csv')
    const headers = { ...type, authorization: `Bearer ${bert.access}` }
    const answer = await api().app.inject({ method: 'POST', url, headers, payload })
    expect(answer.json()).toMatchObject({ added: 0, hidden: 2 })
  })
})
