import type { LiveSystem } from '@kellersonne/core/live/live'
import type { SignedPower } from '@kellersonne/core/systems/capabilities'
import { watts } from '@kellersonne/core/units/units'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asOwner, plain } from '../../../../test/dashboard.tsx'
import { USER, wagner } from '../../../../test/identity/account.tsx'
import { ago, openMessages, systemWith } from '../../../../test/messages.tsx'
import { json, serve } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import { stored } from '../../../platform/stored.ts'
import { refreshUser } from '../../identity/api/user.ts'
import { LivePage } from '../LivePage.tsx'

asOwner()

const Page = () => (
  <LivePage loading={null}>
    {({ view }) => <p title="power">{view.systems.map(({ output }) => output).join(' ')}</p>}
  </LivePage>
)
const open = (...systems: LiveSystem[]) => openMessages(Page, systems)

let power = 300
/** Sends live values and waits until they are shown. */
async function receive({ push }: Awaited<ReturnType<typeof open>>, system: LiveSystem) {
  power += 1
  push([{ ...system, output: watts(power) }])
  await waitFor(() => expect(screen.getByTitle('power').textContent).toContain(String(power)))
}

const region = () => screen.getByRole('status')
const banners = () => [...region().querySelectorAll('p')].map((p) => plain(p.textContent))
const shows = (...patterns: (string | RegExp)[]) =>
  waitFor(() => expect(banners()).toEqual(patterns.map((one) => expect.stringMatching(one))))
const close = (name: RegExp) => fireEvent.click(within(region()).getByRole('button', { name }))
const badWeather = (hours: number, until: number | null) => ({
  badWeather: { emptyAt: ago(-60 * hours), endsAt: until === null ? null : ago(-60 * until) },
})

describe('banners', () => {
  it('DSH-04 names the systems with a message, since when, and what follows', async () => {
    await open(systemWith(1, { i2: 30 }), systemWith(2, {}), systemWith(3, { i2: 30 }))
    await shows(
      /^I>> an L1 und L3 ist nicht behoben\. Starker Überstrom erkannt\. Seit .*Uhr laden und entladen L1 und L3 nicht\.$/,
    )
  })

  it('DSH-04 shows no time where they differ or nobody knows it', async () => {
    await open(systemWith(1, { i: 30 }), systemWith(2, { i: 300, i2: null }))
    await shows(
      /I>> an L2 .*\. L2 lädt und entlädt nicht\.$/,
      /I! an L1 und L2 .*\. L1 und L2 laden und entladen nicht\.$/,
    )
  })

  it('DSH-04 at most two, danger first, then how many more there are', async () => {
    await open(
      systemWith(1, { i: 9, i2: 10, u: 1, bat: 1 }, badWeather(20, null)),
      systemWith(2, { relay: 50 }),
    )
    await shows(/^Relay! an L2/, /^BAT an L1/)
    const more = screen.getByRole('button', { name: '+3 weitere' })
    fireEvent.click(more)
    await shows(/^Relay!/, /^BAT/, /^I>>/, /^I! an L1/, /^Wenig Sonne/)
    expect(more.getAttribute('aria-expanded')).toBe('true')
  })

  it('DSH-04 bad weather: when, until when, that the battery is protected, and the main switch', async () => {
    await open(systemWith(1, {}, badWeather(20, 44)), systemWith(2, {}))
    await shows(
      /^Wenig Sonne: L1 kann auf 0 % fallen\. Erwartet von etwa .*:00 Uhr bis etwa .*:00 Uhr\. Die Erhaltungsladung schützt die Batterie: Lassen Sie den Hauptschalter eingeschaltet\.$/,
    )
  })

  it('DSH-04 bad weather at several: the first, and no end where one of them has none in sight', async () => {
    await open(systemWith(1, {}, badWeather(20, 44)), systemWith(2, {}, badWeather(10, null)))
    await shows(
      /^Wenig Sonne: L1 und L2 können .* ab etwa .*Uhr\. Das Ende liegt noch außerhalb der Vorhersage\./,
    )
  })

  it('DSH-04 closed, it stays so in this tab until an episode anew or another system', async () => {
    const page = await open(systemWith(1, { i2: 30 }), systemWith(2, {}))
    await shows(/^I>> an L1 /)
    close(/^Schließen: I>> an L1/)
    await shows()
    expect(stored.state.get()?.closedBanners).toHaveLength(1)
    await receive(page, systemWith(1, { i2: 30, ein: 5 }))
    await shows()
    await receive(page, systemWith(2, { i2: 3 }))
    await shows(/^I>> an L1 und L2 /)
    close(/^Schließen: I>>/)
    await shows()
    await receive(page, systemWith(1, {}))
    await receive(page, systemWith(2, {}))
    await shows()
    await receive(page, systemWith(1, { i2: 1 }))
    await shows(/^I>> an L1 /)
  })

  it('DSH-04 bad weather closed, it is not shown again with each forecast, but of another day', async () => {
    const noon = (days: number, minutes: number) =>
      new Date(new Date(ago(-days * 1440)).setUTCHours(12, minutes))
    const weather = (emptyAt: Date) => systemWith(1, {}, { badWeather: { emptyAt, endsAt: null } })
    const page = await open(weather(noon(1, 0)))
    await shows(/^Wenig Sonne/)
    close(/^Schließen: Wenig Sonne/)
    await receive(page, weather(noon(1, 15)))
    await shows()
    await receive(page, weather(noon(2, 0)))
    await shows(/^Wenig Sonne/)
  })

  it.each([
    [
      'GWY-31 names the power to invert',
      [['grid_w'], ['grid_w']],
      /L1 und L3: .* die Netzleistung umkehrt\.$/,
    ],
    ['GWY-31 names none if systems differ', [['grid_w'], ['battery_w']], /L1 und L3: .* vergleichen Sie /],
    ['GWY-31 names none if it is unclear', [[], []], /L1 und L3: .* vergleichen Sie /],
  ] as const)('%s', async (_title, [one, three], text) => {
    function wrong(n: number, invert: readonly SignedPower[]): LiveSystem {
      const signs = { verdict: 'wrong', invert } as const
      const others = { commands: [], messages: false, updates: false }
      return {
        ...systemWith(n, {}),
        capabilities: { measures: ['grid_w'], integrated: [], unverified: [], signs, ...others },
      }
    }
    await open(wrong(1, one), systemWith(2, {}), wrong(3, three))
    await shows(text)
    expect(within(region()).getByRole('link', { name: 'Gerät ansehen' })).toBeTruthy()
  })

  it('DSH-04 names systems that are not shown, and nothing else that is open', async () => {
    await open(systemWith(1, { i1: 3, u: 3, hw: 3, '4711': 3, aus: 3 }), systemWith(2, { i: 3 }))
    fireEvent.click(screen.getByRole('radio', { name: /^L1/ }))
    await shows(/^HW an L1 /, /^I! an L2 /)
  })

  it('DSH-04 counts systems in place of naming more than three', async () => {
    const five = [1, 2, 3, 4, 5].map((n) => systemWith(n, n < 5 ? { i2: 30 } : {}))
    await open(...five)
    await shows(/an 4 von 5 Speichern ist nicht behoben\. .* laden und entladen 4 von 5 Speichern nicht\.$/)
  })

  it('ENT-06 leads to what to do, of all its systems', async () => {
    await open(systemWith(1, { i2: 30 }), systemWith(2, { i2: 20 }))
    await shows(/^I>>/)
    fireEvent.click(within(region()).getByRole('button', { name: 'Was tun?' }))
    const dialog = await screen.findByRole('dialog', { name: 'Starker Überstrom erkannt.' })
    expect(within(dialog).getByText('L1 · Seriennummer 1001')).toBeDefined()
    expect(within(dialog).getByText('L2 · Seriennummer 1002')).toBeDefined()
  })

  it('DSH-04 a region that is read out once, not with every value', async () => {
    const page = await open(systemWith(1, { i2: 30 }))
    await shows(/^I>>/)
    const touched: MutationRecord[] = []
    const watch = new MutationObserver((records) => touched.push(...records))
    watch.observe(region(), { subtree: true, childList: true, characterData: true })
    await receive(page, systemWith(1, { i2: 30, ein: 1 }))
    expect(touched).toEqual([])
    expect(region().getAttribute('aria-atomic')).toBe('false')
    watch.disconnect()
  })

  it('PRD-06 speaks English', async () => {
    await act(() => setLanguage('en'))
    await open(systemWith(1, { relay: 30 }, badWeather(20, null)))
    await shows(
      /^Relay! on L1 is not resolved\. The grid relay did not switch\. L1 has neither charged nor discharged since .*\d\d:\d\d\.$/,
      /^Little sun: L1 may drop to 0%\. Expected from about .* Its end lies beyond the forecast\./,
    )
  })

  it('SET-07 AUT-17 a hand-over is told by the name given to the system', async () => {
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    const handover = { sn: '1001', role: 'giving', until: soon, prove_by: soon, proven: false }
    await open({ ...systemWith(1, {}), name: 'Carport' }, systemWith(2, {}))
    serve({ [USER]: () => json({ ...wagner, handovers: [handover] }) })
    await act(refreshUser)
    await shows(/^Carport wird übergeben\./)
  })

  it('AUT-16 says below all else that the address is not confirmed, and where to see to it', async () => {
    await open(systemWith(1, { i2: 30 }))
    serve({ [USER]: () => json({ ...wagner, email_confirmed: false }) })
    await act(refreshUser)
    await shows(/^I>>/, /^Ihre E-Mail-Adresse ist noch nicht bestätigt\. /)
    expect(within(region()).getByRole('link', { name: 'Was tun?' }).getAttribute('href')).toBe('/user')
    close(/^Schließen: Ihre E-Mail-Adresse/)
    await shows(/^I>>/)
  })
})
