import type { Forecast } from '@kellersonne/contract/energy/forecast'
import { balance } from '@kellersonne/core/energy/balance'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { percent, wattHours, watts } from '@kellersonne/core/units/units'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { asOwner, lastSeen, MINUTE, openPage, plain, powers, three } from '../../../../test/dashboard.tsx'
import { BALANCE, balanceWire, FORECAST, quarter } from '../../../../test/energy/balance.ts'
import { json, refusal } from '../../../../test/wire.ts'
import { Component } from '../DashboardPage.tsx'

asOwner()

const noForecast: Forecast = {
  made_at: null,
  days: [],
  basis: null,
  outlook: null,
  outlook_gap: 'too_little_history',
  charge: null,
  bad_weather: null,
  weather: null,
  without: [],
}
const answers = {
  [BALANCE]: () => json(balanceWire()),
  [FORECAST]: () => json(noForecast),
}
const openOf = (...systems: LiveSystem[]) => openPage(Component, answers, systems)

/** Opens the explanation of a number and returns its content; `name` is the accessible name of its button. */
async function explained(name: string | RegExp) {
  const [button] = await screen.findAllByRole('button', { name })
  if (!button) throw new Error('there is no button')
  fireEvent.click(button)
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.querySelector('[aria-busy=true]')).toBeNull())
  return { dialog, text: plain(dialog.textContent) }
}
/** Name, value and source of each input. */
const inputs = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('dl > div')].map((row) =>
    [...row.children].map((child) => plain(child.textContent)).join(' | '),
  )

it('DSH-11 each number of the overview opens an explanation, and it closes again', async () => {
  await openOf(...three())
  await screen.findByRole('region', { name: 'Energie heute' })
  const openers = screen.getAllByRole('button', { name: /so wird gerechnet$/ })
  expect(openers).toHaveLength(10 + 8)
  for (const opener of openers) {
    const { dialog } = await explained(opener.getAttribute('aria-label') ?? '')
    expect(within(dialog).getByRole('heading', { name: /so wird gerechnet$/ })).toBeDefined()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Schließen' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  }
})

it('DSH-11 PRD-08 the house now is computed from three powers with their signs', async () => {
  await openOf(liveSystem(1, { ...lastSeen(0), powers: powers(-1210, 4820, -2960) }))
  const { dialog, text } = await explained(/^Haus\s*650\s*W/)
  expect(text).toContain('Haus = Netz + PV + Speicher−1.210 W + 4.820 W − 2.960 W = 650 W')
  expect(inputs(dialog)).toEqual([
    'Netzleistung | −1.210 W | gemessene Leistung',
    'PV-Leistung | 4.820 W | gemessene Leistung',
    'Speicherleistung | −2.960 W | gemessene Leistung',
  ])
  expect(text).toMatch(/unter null speisen Sie ein.*unter null lädt er/)
})

it('DSH-11 ENT-05 a total shows what each system gives, by which rule, and who is left out', async () => {
  await openOf(...three(lastSeen(104 * MINUTE)))
  const { dialog, text } = await explained('Netzleistung: so wird gerechnet')
  expect(text).toContain('−400 W − 405 W = −805 W')
  expect(inputs(dialog)).toEqual([
    'L1 | −400 W | gemessen',
    expect.stringMatching(/^L2 \| – \| zählt nicht mit: keine Daten seit .*Uhr$/),
    'L3 | −405 W | gemessen',
  ])
})

it('DSH-11 DSH-14 a value that is too old is left out, with the time at which it was measured', async () => {
  const { measuredAt } = liveSystem(2)
  const old = new Date(lastSeen(0).lastOnline.getTime() - 20 * MINUTE)
  await openOf(...three({ measuredAt: { ...measuredAt, pv: old } }))
  const { dialog } = await explained('PV-Leistung: so wird gerechnet')
  expect(inputs(dialog)[1]).toMatch(/^L2 \| – \| zählt nicht mit: keine Daten seit .*Uhr$/)
})

it('DSH-11 ENT-05 state of charge is weighted by capacity', async () => {
  const large = { soc: percent(20), capacity: wattHours(15_000) }
  await openOf(
    liveSystem(1, { ...lastSeen(0), soc: percent(60) }),
    liveSystem(2, { ...lastSeen(0), ...large }),
  )
  const { dialog, text } = await explained('Ladezustand: so wird gerechnet')
  expect(text).toContain('(60 % × 5,0 kWh + 20 % × 15,0 kWh) / 20,0 kWh = 30 %')
  expect(text).toContain('Ein größerer Speicher zählt mehr')
  expect(inputs(dialog).slice(0, 2)).toEqual([
    'L1 | 60 % · 5,0 kWh | vom Speicher gemeldet',
    'L2 | 20 % · 15,0 kWh | vom Speicher gemeldet',
  ])
})

it('DSH-11 DSH-06 says how it comes to "voll gegen"', async () => {
  const now = { powers: powers(0, 3000, -2000), soc: percent(60), capacity: wattHours(10_000) }
  await openOf(liveSystem(1, { ...lastSeen(0), ...now }))
  const { text } = await explained(/^lädt mit/)
  expect(text).toMatch(/Voll gegen .* Uhr/)
  expect(text).toContain('4,00 kWh / 2.000 W = 2 h 0 min')
})

it('DSH-11 PRD-08 the day of the house: counters, the share that is measured, the residual', async () => {
  const today = {
    pv: wattHours(2000),
    import: wattHours(1000),
    feedIn: wattHours(500),
    charge: wattHours(700),
    discharge: wattHours(200),
  }
  const day = balance([quarter(2000, 1000, 500, 700, 200, 1900), { ...quarter(0, 0, 0, 0, 0), pv: null }])
  const { [FORECAST]: forecast } = answers
  await openPage(Component, { [BALANCE]: () => json(balanceWire(day)), [FORECAST]: forecast }, [
    liveSystem(1, { ...lastSeen(0), today }),
  ])
  await screen.findByRole('region', { name: 'Energie heute' })
  const { text } = await explained('Verbrauch: so wird gerechnet')
  expect(text).toContain('2,00 kWh + 1,00 kWh + 0,20 kWh − 0,50 kWh − 0,70 kWh = 2,00 kWh')
  expect(text).toContain('50 % der Zeit seit')
  expect(text).toContain('0,10 kWh (5,0 %) mehr als aus den gemessenen Leistungen')
})

it('DSH-08 DSH-11 self-sufficiency accounts for grid energy that went through the battery', async () => {
  await openOf(liveSystem(1, lastSeen(0)))
  await screen.findByRole('region', { name: 'Energie heute' })
  const { dialog, text } = await explained('Autarkie: so wird gerechnet')
  expect(text).toContain('(4,00 kWh + 2,40 kWh × 88,9 %) / 6,80 kWh = 90,2 %')
  expect(inputs(dialog)).toContain('Sonnenanteil im Speicher | 88,9 % | aus Zählern berechnet')
  expect(text).toContain('gleichmäßig gemischt')
})

it('DSH-11 DSH-12 a forecast is what came and what is expected, and says what it rests on', async () => {
  const excluded = { curtailed: 0, snow: 0, faulty: 0, gap: 0 }
  const basis = { history: 12, level: 0.8, method: 'recent', excluded } as const
  const given = { ...noForecast, made_at: new Date().toISOString(), basis: { pv: basis, load: basis } }
  const forecast = { energy: wattHours(41_500), load: null }
  await openPage(Component, { ...answers, [FORECAST]: () => json(given) }, [
    liveSystem(1, { ...lastSeen(0), forecast }),
  ])
  const sun = await explained('Energieprognose: so wird gerechnet')
  expect(sun.text).toContain('4,50 kWh + 37,00 kWh = 41,50 kWh')
  expect(sun.text).toContain('Grundlage: 12 Tage mit Messwerten. Heute bisher 80 % eines üblichen Tages.')
  fireEvent.click(within(sun.dialog).getByRole('button', { name: 'Schließen' }))
  const load = await explained('Lastprognose: so wird gerechnet')
  expect(load.text).toContain('noch zu wenige Messwerte')
})

it('DSH-11 its figures are those of the moment it was opened', async () => {
  const { push } = await openOf(liveSystem(1, { ...lastSeen(0), powers: powers(0, 1000, 0) }))
  const { dialog } = await explained('PV-Leistung: so wird gerechnet')
  push([liveSystem(1, { ...lastSeen(0), powers: powers(0, 2000, 0) })])
  await screen.findAllByText('2,00', { exact: false, ignore: 'dialog *' })
  expect(inputs(dialog)).toEqual(['L1 | 1.000 W | gemessen'])
})

it('DSH-09 DSH-11 a value that is not there says why', async () => {
  await openOf(liveSystem(1, lastSeen(104 * MINUTE)))
  const { text } = await explained('PV-Leistung: so wird gerechnet')
  expect(text).toContain('Der Speicher meldet sich nicht.')
})

it('DSH-11 a server that does not answer is shown as missing', async () => {
  await openPage(Component, { [BALANCE]: () => refusal('unavailable') }, [liveSystem(1, lastSeen(0))])
  await screen.findByRole('region', { name: 'Energie heute' })
  const { text } = await explained('Autarkie: so wird gerechnet')
  expect(text).toContain('Gerade besteht keine Verbindung zum Server')
})

it('DSH-04 DSH-11 the state of charge of one system goes on into what is expected of it', async () => {
  const from = Math.ceil(Date.now() / 900_000) * 900_000
  const steps = Array.from({ length: 40 }, (_, i) => ({
    from: new Date(from + i * 900_000).toISOString(),
    pv: 0,
    load: 400,
    battery: 400,
    gain: -426,
    soc: Math.max(0, 60 - 2 * i),
  }))
  const given: Forecast = {
    ...noForecast,
    outlook: { soc: 62, capacity: 5000, own_power: 5, efficiency: 0.95, reserve: 1, steps },
    outlook_gap: null,
    bad_weather: { empty_at: new Date(from + 30 * 900_000).toISOString(), ends_at: null },
  }
  await openPage(Component, { ...answers, [FORECAST]: () => json(given) }, [liveSystem(1, lastSeen(0))])
  const { dialog, text } = await explained('Ladezustand: so wird gerechnet')
  expect(text).toMatch(/kann der Ladezustand 0 % erreichen.*noch nicht sagen.*Hauptschalter/)
  expect(text).toMatch(/Eigenbedarf des Speichers: 5 W.*je 95 % erhalten.*Unter 1 %/)
  expect(within(dialog).getByRole('img', { name: /am niedrigsten 0\s%/ })).toBeDefined()
  expect(within(dialog).getAllByRole('row').length).toBeGreaterThan(3)
})

it.each([
  ['not_heard', /meldet sich nicht/],
  ['off', /ausgeschaltet/],
  ['stopped', /hält den Speicher an/],
  ['not_known', /nicht bekannt/],
  ['too_little_history', /zu wenige Messwerte/],
] as const)('DSH-04 DSH-11 where there is no outlook it says why: %s', async (outlook_gap, shown) => {
  await openPage(Component, { ...answers, [FORECAST]: () => json({ ...noForecast, outlook_gap }) }, [
    liveSystem(1, { ...lastSeen(0), powers: { grid: null, pv: null, battery: watts(0) } }),
  ])
  const { text } = await explained('Ladezustand: so wird gerechnet')
  expect(text).toMatch(new RegExp(`Kein Ausblick:.*${shown.source}`))
})
