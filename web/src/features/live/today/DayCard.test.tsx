import { balance } from '@kellersonne/core/energy/balance'
import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { wattHours } from '@kellersonne/core/units/units'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { asOwner, lastSeen, MINUTE, numbersOf, openPage, plain, three } from '../../../../test/dashboard.tsx'
import { BALANCE, balanceWire, quarter, sunny } from '../../../../test/energy/balance.ts'
import { FINDINGS, noFindings } from '../../../../test/energy/findings.ts'
import { json, refusal } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import { Component } from '../DashboardPage.tsx'

asOwner()

const CARD = 'Energie heute'
const today = {
  pv: wattHours(13_400),
  import: wattHours(400),
  feedIn: wattHours(1000),
  charge: wattHours(8400),
  discharge: wattHours(2400),
}
const one = () => liveSystem(1, { ...lastSeen(0), today })
const shown = async () => {
  await screen.findByRole('region', { name: CARD })
  return numbersOf(CARD)
}
const openWith = (day: Parameters<typeof balanceWire>[0], more?: Parameters<typeof balanceWire>[1]) =>
  openPage(Component, { [BALANCE]: () => json(balanceWire(day, more)), [FINDINGS]: noFindings }, [one()])

it('DSH-08 shows the energies of the day, self-sufficiency and self-consumption', async () => {
  await openWith(undefined)
  await waitFor(async () =>
    expect(await shown()).toEqual([
      'PV-Ertrag | 13,4 kWh | ',
      'Eigenverbrauch | 93 % | ',
      'Verbrauch | 6,8 kWh | ',
      'Autarkie | 90 % | ',
      'Netzbezug | 400 Wh | ',
      'Einspeisung | 1,0 kWh | ',
      'Geladen | 8,4 kWh | ',
      'Entladen | 2,4 kWh | ',
    ]),
  )
})

it('DSH-08 says where the yield went and where the consumption came from', async () => {
  await openWith(undefined)
  await screen.findByText('93', { exact: false })
  const parts = (name: string) =>
    within(screen.getByRole('list', { name }))
      .getAllByRole('listitem')
      .map((part) => plain(part.textContent))
  expect(parts('Wohin der PV-Ertrag ging')).toEqual([
    'ins Haus 4,0 kWh',
    'in den Speicher 8,4 kWh',
    'ins Netz 1,0 kWh',
  ])
  expect(parts('Woher der Verbrauch kam')).toEqual(['Sonne 4,0 kWh', 'Speicher 2,4 kWh', 'Netz 400 Wh'])
})

it.each([
  ['not_measured', balance([]), 'nicht gemessen', '6,8 kWh'],
  ['contradictory', balance([quarter(1000, 0, 3000, 0, 0)]), 'Zähler widersprüchlich', '–'],
  ['nothing_drawn', balance([quarter(1000, 0, 1000, 0, 0)]), 'noch kein Verbrauch', '6,8 kWh'],
  ['origin_unknown', balance([quarter(0, 0, 0, 0, 1000)]), 'Herkunft unbekannt', '6,8 kWh'],
])('DSH-08 self-sufficiency that cannot be computed says why: %s', async (_, day, why, house) => {
  await openWith(day)
  await waitFor(async () => expect((await shown())[3]).toBe(`Autarkie | – | ${why}`))
  expect((await shown())[2]).toMatch(new RegExp(`^Verbrauch \\| ${house} \\|`))
  // R5: the same number wherever it is shown, and no claim that all is well.
  const now = plain(screen.getByRole('region', { name: 'Heute' }).textContent)
  expect(now).toContain(`Verbrauch${house}`)
  expect(screen.queryByText('Alles in Ordnung') === null).toBe(why === 'Zähler widersprüchlich')
})

it('DSH-08 self-consumption without a yield says so', async () => {
  await openWith(balance([quarter(0, 500, 0, 0, 0)]))
  await waitFor(async () => expect((await shown())[1]).toBe('Eigenverbrauch | – | noch kein Ertrag'))
})

it('DSH-08 an energy that no counter measures is not known', async () => {
  const silent = liveSystem(1, { ...lastSeen(0), today: { ...today, import: null } })
  await openPage(Component, { [BALANCE]: () => json(balanceWire()) }, [silent])
  await waitFor(async () => expect((await shown())[4]).toBe('Netzbezug | – | nicht gemessen'))
  expect((await shown())[2]).toBe('Verbrauch | – | nicht gemessen')
})

it('DSH-08 DSH-09 a server that does not answer leaves the counters, and says what is missing', async () => {
  await openPage(Component, { [BALANCE]: () => refusal('unavailable') }, [one()])
  await waitFor(async () => expect((await shown())[3]).toBe('Autarkie | – | nicht abrufbar'))
  expect((await shown())[0]).toBe('PV-Ertrag | 13,4 kWh | ')
})

it('DSH-08 is asked for anew each minute while it is looked at, and never while it is not', async () => {
  vi.useFakeTimers()
  const { asked } = await openWith(undefined)
  await shown()
  const times = () => asked.filter(({ path }) => path.startsWith(BALANCE)).length
  await waitFor(() => expect(times()).toBeGreaterThan(0))
  const first = times()
  await act(() => vi.advanceTimersByTimeAsync(3 * MINUTE))
  expect(times()).toBe(first + 3)
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await act(() => vi.advanceTimersByTimeAsync(5 * MINUTE))
  expect(times()).toBe(first + 3)
  seen.mockReturnValue('visible')
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(times()).toBe(first + 4)
})

it('PRD-05 DSH-09 names who is left out, and how much was measured', async () => {
  const systems = three().map((system) => ({ ...system, today }))
  const wire = balanceWire(balance([sunny, { ...sunny, pv: null }]), {
    without: [systems[1]?.sn ?? ''].map(sn),
  })
  await openPage(Component, { [BALANCE]: () => json(wire) }, systems)
  const region = await screen.findByRole('region', { name: CARD })
  await waitFor(() => expect(plain(region.textContent)).toContain('ohne L2 · zu 50 % gemessen'))
})

describe('a day of which little is counted', () => {
  const now = (at: string) => vi.useFakeTimers({ now: new Date(at), toFake: ['Date'] })
  const beside = (name: string) =>
    plain(screen.getByRole('heading', { name }).nextElementSibling?.textContent)
  const meta = () => beside(CARD)
  const head = () => beside('Heute')
  const day = 'Donnerstag, 18. Juni'

  it('DSH-08 PRD-05 says from when, if the system became the owner’s today', async () => {
    now('2026-06-18T12:31:00Z')
    await openWith(balance([sunny]), { from: '2026-06-18T12:15:00Z' })
    await waitFor(() => expect(head()).toBe(`${day} · ab 14:15 Uhr`))
    await waitFor(() => expect(meta()).toBe('ab 14:15 Uhr'))
    await act(() => setLanguage('en'))
    await waitFor(() => expect(beside('Energy today')).toMatch(/^from /))
  })

  it.each([
    [1, `${day} · zu 1 % gemessen`, 'zu 1 % gemessen'],
    [49, `${day} · zu 49 % gemessen`, 'zu 49 % gemessen'],
    [50, day, 'zu 50 % gemessen'],
    [100, day, ''],
    // A unit without all of the counters: so it is every day.
    [0, day, 'zu 0 % gemessen'],
    [null, day, ''],
  ])(
    'DSH-08 PRD-05 says how much was measured if it is less than half: %s',
    async (measured, above, below) => {
      now('2026-06-18T12:31:00Z')
      await openWith(balance([sunny]), { measured })
      await screen.findByRole('heading', { name: CARD })
      await waitFor(() => expect(meta()).toBe(below))
      await waitFor(() => expect(head()).toBe(above))
    },
  )
})

const sn = (text: string) => {
  const found = three().find((system) => system.sn === text)
  if (!found) throw new Error('no such system')
  return found.sn
}
