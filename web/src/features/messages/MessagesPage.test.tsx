import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asOwner, plain, screenOf } from '../../../test/dashboard.tsx'
import { listed, openMessages, systemWith } from '../../../test/messages.tsx'
import { setLanguage } from '../../platform/i18n/i18n.ts'
import { Component } from './MessagesPage.tsx'

asOwner()

const many = (count: number, sn = '1001') =>
  Array.from({ length: count }, (_, i) => listed(sn, 'u', 100 + 20 * i, 90 + 20 * i))
const open = (
  all: Parameters<typeof openMessages>[2],
  at = '/',
  systems = [systemWith(1, {}), systemWith(2, {})],
) => openMessages(Component, systems, all, at)

const list = () => screen.getByRole('region', { name: 'Alle Meldungen' })
const rows = () =>
  within(list())
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => plain(cell.textContent)).join(' | '))
const address = () => screen.getByTitle('address').textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
const range = (text: string) => waitFor(() => expect(within(list()).getByText(text)).toBeDefined())

describe('all messages', () => {
  it('DSH-05 say when, at which system, what, for how long and their state', async () => {
    await open(
      [
        listed('1002', 'relay', 10, null, 2),
        listed('1001', 'u', null, 90, null),
        listed('1001', 'ein', 3000),
      ],
      '/',
      [systemWith(1, { ein: 3000 }), systemWith(2, { relay: 10 })],
    )
    await waitFor(() => expect(rows()).toHaveLength(3))
    expect(rows()).toEqual([
      expect.stringMatching(
        /^.*\d\d:\d\d Uhr \| L2 \| Relay! \| Das Netzrelais hat nicht geschaltet\. · 2-mal \| 1\d min \| offen$/,
      ),
      expect.stringMatching(/^schon vor der Übernahme \| L1 \| U \| .* \| – \| behoben$/),
      expect.stringMatching(/^.* \| L1 \| Ein \| Der Speicher ist eingeschaltet\. \| 2 Tage \| aktuell$/),
    ])
    expect(screen.getByText('1–3 von 3')).toBeDefined()
  })

  it('SHL-08 ten a page, the page in the address and back', async () => {
    const { queries } = await open(many(23), '/?sn=-1')
    await range('1–10 von 23')
    expect(rows()).toHaveLength(10)
    press('Nächste Seite')
    await range('11–20 von 23')
    press('Seite 3')
    await range('21–23 von 23')
    await waitFor(() => expect([rows().length, address()]).toEqual([3, '?sn=-1&page=3']))
    expect(queries().slice(-3)).toEqual(['sn=-1', 'sn=-1&page=2', 'sn=-1&page=3'])
  })

  it.each([
    ['?sn=-1&page=99', '?sn=-1&page=3', '21–23 von 23'],
    [
      '?page=0&open=perhaps&severity=fatal&sn=a%20b',
      '?page=0&open=perhaps&severity=fatal&sn=a%20b',
      '1–10 von 23',
    ],
    ['?sn=9999', '?sn=9999', '1–10 von 23'],
  ])('DSH-05 %s is put right', async (search, after, shown) => {
    await open(many(23), `/${search}`)
    await range(shown)
    await waitFor(() => expect(address()).toBe(after))
  })

  it('SHL-08 100 000 messages have five numbers to choose from', async () => {
    const { answer } = await open(many(11), '/?page=2')
    answer(many(100_000))
    press('Seite 1')
    await range('1–10 von 100.000')
    expect(screen.getAllByRole('button', { name: /^Seite/ }).map(({ textContent }) => textContent)).toEqual(
      '1 2 3 4 5'.split(' '),
    )
  })

  it('SHL-08 F8 more than can be paged through are counted, and it is said how many can', async () => {
    await open(many(20_015), '/?sn=-1&page=2002')
    await range('19.991–20.000 von 20.015')
    await waitFor(() => expect(address()).toBe('?sn=-1&page=2000'))
    expect(screen.getByRole('button', { name: 'Nächste Seite' }).getAttribute('aria-disabled')).toBe('true')
    const said = /^Durchblättern lassen sich nur die ersten 20\.000\./
    expect(screen.getByText(said)).toBeDefined()
    choose('Offen')
    await waitFor(() => expect(screen.queryByText(said)).toBeNull())
  })

  it('DSH-05 are chosen by state, kind and system, all of it in the address, from the first page on', async () => {
    const all = [listed('1001', 'relay', 5), listed('1002', 'i1', 6), ...many(23)]
    await open(all, '/?page=2', [systemWith(1, { relay: 5 }), systemWith(2, { i1: 6 })])
    await range('11–20 von 25')
    choose('Offen')
    await range('1–2 von 2')
    await waitFor(() => expect(address()).toBe('?sn=-1&open=true'))
    fireEvent.change(screen.getByRole('combobox', { name: 'Art' }), { target: { value: 'danger' } })
    await range('1–1 von 1')
    await waitFor(() => expect(address()).toBe('?sn=-1&open=true&severity=danger'))
    choose('L2, offene Meldung')
    expect(await screen.findByText('Keine Meldung passt zu dieser Auswahl.')).toBeDefined()
    await waitFor(() => expect(address()).toBe('?sn=1002&open=true&severity=danger'))
    press('Alle Meldungen zeigen')
    await range('1–1 von 1')
    await waitFor(() => expect(address()).toBe('?sn=1002'))
    choose('Gesamt')
    choose('Nicht offen')
    await range('1–10 von 23')
  })

  it('DSH-03 the address says which system is shown', async () => {
    await open([listed('1002', 'i1', 90, 80), ...many(3)], '/?sn=1002&open=false')
    await range('1–1 von 1')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'L2' }).checked).toBe(true)
    expect(screen.queryByRole('columnheader', { name: 'System' })).toBeNull()
  })

  it('DSH-09 says when nothing ever happened', async () => {
    await open([])
    expect(await screen.findByText('Bisher gab es keine Meldungen.')).toBeDefined()
    expect(screen.queryByText(/ von /)).toBeNull()
  })

  it('DSH-09 ENT-07 claims of no unit that nothing ever happened before it has reported all of its messages', async () => {
    await open([], '/', [systemWith(1, {}), systemWith(2, {}, { messagesKnown: false })])
    expect(await screen.findByText(/^Ob es Meldungen gibt, ist noch nicht bekannt/)).toBeDefined()
    expect(screen.queryByText('Bisher gab es keine Meldungen.')).toBeNull()
  })

  it('DSH-09 keeps the page before where another cannot be had, says why, and tries again', async () => {
    const { refuse } = await open(many(23))
    await range('1–10 von 23')
    refuse(true)
    press('Nächste Seite')
    expect(
      await screen.findByText(/lassen sich gerade nicht laden.*Server ist gerade nicht bereit/),
    ).toBeDefined()
    expect(rows()).toHaveLength(10)
    expect(screen.getByText('1–10 von 23')).toBeDefined()
    refuse(false)
    press('Erneut versuchen')
    await range('11–20 von 23')
    expect(screen.queryByText(/gerade nicht laden/)).toBeNull()
  })

  it('DSH-05 what is resolved live is resolved in the list too', async () => {
    const { push, answer } = await open([listed('1001', 'i2', 30)], '/', [
      systemWith(1, { i2: 30 }),
      systemWith(2, {}),
    ])
    await waitFor(() => expect(rows()[0]).toMatch(/3\d min \| offen$/))
    answer([listed('1001', 'i2', 30, 0)])
    push([systemWith(1, {})])
    await waitFor(() => expect(rows()[0]).toMatch(/30 min \| behoben$/))
  })

  it('DSH-05 PRD-02 on a phone they are rows, and the time zone is there, in English too', async () => {
    screenOf(390)
    await act(() => setLanguage('en'))
    await open(many(12))
    const region = await screen.findByRole('region', { name: 'All messages' })
    await waitFor(() => expect(within(region).getAllByRole('listitem')).toHaveLength(10))
    expect(within(region).queryByRole('table')).toBeNull()
    expect(screen.getByText('Time zone: Europe/Berlin')).toBeDefined()
    expect(plain(within(region).getAllByRole('listitem')[0]?.textContent)).toMatch(
      /^U The grid voltage is outside the permitted range\.L1 · .* · 10 min · resolved$/,
    )
    expect(within(region).getByText('1–10 of 12')).toBeDefined()
    fireEvent.click(within(region).getByRole('button', { name: 'Page 2' }))
    await waitFor(() => expect(within(region).getAllByRole('listitem')).toHaveLength(2))
  })
})
