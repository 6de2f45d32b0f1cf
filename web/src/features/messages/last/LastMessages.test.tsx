import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { asOwner, openPage, plain } from '../../../../test/dashboard.tsx'
import { ago, listed, openMessages, systemWith } from '../../../../test/messages.tsx'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import { useAppState } from '../../../platform/state.ts'
import { LivePage } from '../../live/LivePage.tsx'
import type { Entry } from './entries.ts'
import { LastMessages } from './LastMessages.tsx'

asOwner()

const Page = () => (
  <LivePage loading={null} banners={false}>
    {({ view }) => <LastMessages view={view} />}
  </LivePage>
)
const card = () => screen.getByRole('region', { name: /Meldungen|Messages/ })
const rows = () =>
  within(card())
    .queryAllByRole('listitem')
    .map((row) => plain(row.textContent))
const over = (code: string, began: number, ended: number) => ({
  code,
  since: ago(began),
  resolvedAt: ago(ended),
})
const shows = (...patterns: (string | RegExp)[]) =>
  waitFor(() => expect(rows()).toEqual(patterns.map((one) => expect.stringMatching(one))))

describe('the last messages', () => {
  it('DSH-05 ENT-06 what is open first, the gravest before it, then the newest', async () => {
    await openMessages(
      Page,
      [systemWith(1, { u: 20, ein: 900 }), systemWith(2, { relay: 30, i2: 60 })],
      [
        listed('1001', 'u', 20),
        listed('1002', 'relay', 30),
        listed('1002', 'i2', 60, null, 3),
        listed('1001', 'na_schutz', 40, 28),
        listed('1001', 'ein', 900),
      ],
    )
    await shows(
      /^Relay! Das Netzrelais hat nicht geschaltet\.L2 · seit .*Uhr · offen$/,
      /^U Die Netzspannung.*L1 · seit .*Uhr · offen$/,
      /^I>> Starker Überstrom erkannt\.L2 · seit .*Uhr · 3-mal · offen$/,
    )
    expect(within(card()).getByText('3 offen')).toBeDefined()
    const all = within(card()).getByRole('link', { name: 'Alle Meldungen' })
    expect(all.getAttribute('href')).toBe('/dashboard/messages')
  })

  it('DSH-09 ENT-07 of units that have not reported all, nobody knows', async () => {
    await openMessages(Page, [systemWith(1, {}), systemWith(2, {}, { messagesKnown: false })])
    expect(await within(card()).findByText(/^Ob es Meldungen gibt, ist noch nicht bekannt/)).toBeDefined()
    expect(within(card()).queryByText(/keine offen|keine Störung/)).toBeNull()
  })

  it('ENT-06 DSH-05 one is shown as open, and as resolved, without ever going in between', async () => {
    const { push, answer } = await openMessages(Page, [systemWith(1, {})], [listed('1001', 'u', 60, 50)])
    await shows(/behoben/)
    answer([listed('1001', 'i2', 5), listed('1001', 'u', 60, 50)])
    push([systemWith(1, { i2: 5 })])
    await shows(/^I>>.*offen$/, /^U .*behoben$/)
    answer([listed('1001', 'i2', 5, 0), listed('1001', 'u', 60, 50)])
    const gone = new Set<number>()
    const watch = new MutationObserver(() => gone.add(rows().length))
    watch.observe(card(), { subtree: true, childList: true, characterData: true })
    vi.setSystemTime(ago(-1))
    push([systemWith(1, {})])
    await shows(/^I>>.*5 min · behoben$/, /^U .*behoben$/)
    watch.disconnect()
    expect([...gone]).toEqual([2])
    expect(within(card()).getByText('keine offen')).toBeDefined()
  })

  it('ENT-06 what nobody knows is shown with its code, in either language', async () => {
    await openMessages(Page, [systemWith(1, { '4711': 1, 'X-9': 2 })])
    await shows(/^4711 Die Batterie meldet den Fehler 4711\./, /^„X-9“ Der Speicher meldet den Code „X-9“\./)
    await act(() => setLanguage('en'))
    expect(rows()[0]).toMatch(/^4711 The battery reports error 4711\.since .*\d\d:\d\d · open$/)
    expect(rows()[1]).toMatch(/^“X-9” The battery reports code “X-9”\./)
    expect(within(card()).getByText('2 open')).toBeDefined()
  })

  it('ENT-06 what began before the system was theirs has no time of its beginning', async () => {
    await openMessages(
      Page,
      [systemWith(1, { i1: null })],
      [listed('1001', 'i1', null, null, null), listed('1001', 'u', null, 30, null)],
    )
    await shows(
      /^I> Überstrom erkannt\.schon vor der Übernahme · offen$/,
      /^U .*schon vor der Übernahme · bis .* · behoben$/,
    )
  })

  it('DSH-05 mere states are left to the list of all messages', async () => {
    const { queries } = await openMessages(
      Page,
      [systemWith(1, { ein: 60 })],
      [listed('1001', 'ein', 60), listed('1001', 'aus', 90, 60), listed('1001', 'u', 95, 90)],
    )
    await shows(/^U .*5 min · behoben$/)
    expect(within(card()).getByText('keine offen')).toBeDefined()
    expect(queries()).toEqual(['sn=1001&states=false'])
  })

  it('DSH-05 everything else comes after what is open, and by its time among the rest', async () => {
    const entry = (id: string, at: Date | null): Entry => ({
      ...{ id, at, text: id, meta: '' },
      ...{ state: 'update', to: `/${id}` },
    })
    const Mixed = () => (
      <LivePage loading={null} banners={false}>
        {({ view }) => <LastMessages view={view} entries={[entry('past', ago(70)), entry('now', null)]} />}
      </LivePage>
    )
    const { push } = await openMessages(
      Mixed,
      [systemWith(1, {})],
      [listed('1001', 'u', 60, 50), listed('1001', 'i1', 90, 80)],
    )
    await shows('now', /^U /, 'past')
    expect(within(card()).getByRole('link', { name: 'now' }).getAttribute('href')).toBe('/now')
    push([systemWith(1, { i2: 5 })])
    await shows(/^I>>/, 'now', /^U /)
  })

  it('DSH-05 DSH-09 what live values know is shown while the list cannot be had', async () => {
    const nobody = {}
    await openPage(Page, nobody, [
      systemWith(1, { ein: 1 }, { ended: [over('aus', 2, 1), over('relay', 9, 5)] }),
      systemWith(2, {}, { ended: [over('i1', 8, 7)] }),
    ])
    act(() => useAppState.setState({ active: liveSystem(1).sn }))
    await shows(/^Relay! .*4 min · behoben$/)
  })

  it.each([
    ['one that is silent among others', [systemWith(1, {}), systemWith(2, {}, { online: false })]],
    ['none that was ever heard', [systemWith(1, {}, { lastOnline: null, online: null })]],
  ])('DSH-09 claims nothing about messages of %s', async (_, systems) => {
    await openMessages(Page, systems)
    await waitFor(() => expect(card().textContent).toMatch(/bisher|noch/i))
    expect(card().textContent).not.toContain('keine offen')
  })

  it('DSH-09 says when nothing ever happened', async () => {
    await openMessages(Page, [systemWith(1, {})])
    expect(await screen.findByText('Bisher wurde keine Störung gemeldet.')).toBeDefined()
  })

  it('DSH-09 what is open is shown while its history cannot be had, and the rest when it can', async () => {
    const { refuse, answer, push } = await openMessages(Page, [systemWith(1, {})], [])
    refuse(true)
    push([systemWith(1, { i2: 0 })])
    await shows(/^I>>/)
    expect(await screen.findByText(/Frühere Meldungen lassen sich gerade nicht laden/)).toBeDefined()
    refuse(false)
    answer([listed('1001', 'i2', 0), listed('1001', 'u', 60, 50)])
    fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }))
    await shows(/^I>>/, /^U /)
    expect(screen.queryByText(/Frühere Meldungen/)).toBeNull()
  })

  it('DSH-03 shows those of the system chosen, unnamed', async () => {
    await openMessages(
      Page,
      [systemWith(1, {}), systemWith(2, {})],
      [listed('1001', 'u', 60, 50), listed('1002', 'i1', 90, 80)],
    )
    await shows(/^U .*L1 · /, /^I> .*L2 · /)
    act(() => useAppState.setState({ active: liveSystem(2).sn }))
    await shows(/^I> Überstrom erkannt\.\D*\d\d:\d\d Uhr · 10 min · behoben$/)
  })
})
