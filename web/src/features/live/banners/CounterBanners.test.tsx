import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asOwner, openPage, plain } from '../../../../test/dashboard.tsx'
import { ago, systemWith } from '../../../../test/messages.tsx'
import { json } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import { LivePage } from '../LivePage.tsx'

asOwner()

const DAY_MIN = 1440
const jump = (sn: string, counter: string, daysAgo: number, after = 900_000) => ({
  ...{ sn, counter, before: 1000, after },
  from: ago(daysAgo * DAY_MIN + 5).toISOString(),
  until: ago(daysAgo * DAY_MIN).toISOString(),
})
const open = (...jumps: ReturnType<typeof jump>[]) =>
  openPage(
    () => <LivePage loading={null}>{() => <p>here</p>}</LivePage>,
    { '/api/auth/counter_jumps/': () => json({ jumps }) },
    [systemWith(1, {}), systemWith(2, {})],
  )

const region = () => screen.getByRole('status')
const banners = () => [...region().querySelectorAll('p')].map((p) => plain(p.textContent))
const shows = (...patterns: RegExp[]) =>
  waitFor(() => expect(banners()).toEqual(patterns.map((one) => expect.stringMatching(one))))
const dayOf = (daysAgo: number) => {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' })
  return parts.format(ago(daysAgo * DAY_MIN))
}

describe('counters that jumped', () => {
  it('ENE-07 are named with the day, both values and the day’s chart', async () => {
    await open(jump('1001', 'feed_in', 2))
    await shows(
      /^L1: Der Einspeisezähler ist gesprungen\. Am .*20\d\d von 1,0 kWh auf 900 kWh\. Das ist unplausibel, dieser Anstieg ist nicht mitgezählt\.$/,
    )
    const link = within(region()).getByRole('link', { name: 'Diagramm dieses Tages' })
    expect(link.getAttribute('href')).toBe(`/charts?date=${dayOf(2)}&sn=1001`)
  })

  it('ENE-07 are each named once, by the newest jump, and not longer than seven days', async () => {
    await open(jump('1002', 'pv', 1, 700_000), jump('1002', 'pv', 2), jump('1001', 'import', 8))
    await shows(/^L2: Der PV-Zähler ist gesprungen\. .* auf 700 kWh\. /)
  })

  it('ENE-07 can be closed, with all jumps of that counter', async () => {
    await open(jump('1002', 'pv', 1), jump('1002', 'pv', 2))
    await shows(/^L2: Der PV-Zähler/)
    fireEvent.click(within(region()).getByRole('button', { name: /^Schließen: L2: Der PV-Zähler/ }))
    await shows()
  })

  it('ENE-07 are nothing while no counter jumps, or nobody knows', async () => {
    const { asked } = await open()
    await waitFor(() => expect(asked.map(({ path }) => path)).toContain('/api/auth/counter_jumps/?sn=-1'))
    expect(banners()).toEqual([])
  })

  it('ENE-07 PRD-06 are named in English', async () => {
    await act(() => setLanguage('en'))
    await open(jump('1001', 'pv', 2))
    await shows(
      /^L1: the PV counter jumped\. On .*20\d\d, from 1\.0 kWh to 900 kWh\. That is implausible, and this rise is not counted\.$/,
    )
  })
})
