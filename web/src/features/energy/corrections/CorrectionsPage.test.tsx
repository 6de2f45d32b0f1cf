import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { plain } from '../../../../test/dashboard.tsx'
import {
  MAKE,
  onCorrectionsPage,
  openCorrections,
  PREVIEW,
  press,
  server,
  unchanged,
} from '../../../../test/energy/correctionsPage.tsx'
import { tokenOf } from '../../../../test/identity/account.tsx'
import { json, refusal } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import { usePreferences } from '../../../platform/preferences.ts'
import { beginSession, endSession } from '../../../platform/session.ts'

const sent = (path: string) => server.calls.filter((call) => call.path === path).map(({ form }) => form)
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const previewed = () => screen.findByRole('region', { name: 'Das ändert sich' })
const shownIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

onCorrectionsPage()

describe('correcting values', () => {
  it('ENE-10 shows what a correction changes, makes it, and lists it', async () => {
    await openCorrections()
    press('Vorschau')
    const preview = await previewed()
    expect(
      within(preview)
        .getAllByRole('row')
        .map((row) => plain(row.textContent)),
    ).toEqual([
      'jetztdanachÄnderung',
      'PV-Zähler9,0 kWh7,5 kWh−1,5 kWh',
      'Bezugszähler400 Wh––',
      'Einspeisezähler1,0 kWh1,0 kWh0 Wh',
      'Ladezähler1,0 kWh1,0 kWh0 Wh',
      'Entladezähler1,0 kWh1,0 kWh0 Wh',
    ])
    expect(within(preview).getByRole('table', { name: 'Summen am Mi, 17.06.2026' })).toBeTruthy()
    expect(within(preview).getByText(/Auch Leistungen/)).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Das ändert sich'))
    expect(sent(MAKE)).toEqual([])
    press('Übernehmen')
    expect(await screen.findByText(/^Als unplausibel markiert: alle Messwerte/)).toBeTruthy()
    expect(screen.getByText('Mi, 17.06.2026, 09:00 Uhr bis 10:00 Uhr')).toBeTruthy()
    expect(screen.getByText(/^Die Korrektur gilt/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Übernehmen' })).toBeNull()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Neue Korrektur'))
    const wanted = {
      ...{ sn: '1001', kind: 'implausible' },
      ...{ from: '2026-06-17T07:00:00.000Z', until: '2026-06-17T08:00:00.000Z' },
    }
    expect([...sent(PREVIEW), ...sent(MAKE)].map((form) => Object.fromEntries(form))).toEqual([
      wanted,
      wanted,
    ])
  })

  it('ENE-10 a change of the form takes the preview away, also one that is still computed', async () => {
    const held = Promise.withResolvers<void>()
    server.answers = { [PREVIEW]: () => held.promise.then(() => json(unchanged)) }
    await openCorrections()
    press('Vorschau')
    type('Bis, Uhrzeit', '11:00')
    await act(async () => held.resolve())
    expect(screen.queryByRole('button', { name: 'Übernehmen' })).toBeNull()
    press('Vorschau')
    await previewed()
    type('Welche Werte?', 'pv')
    expect(screen.queryByRole('button', { name: 'Übernehmen' })).toBeNull()
    press('Vorschau')
    expect(within(await previewed()).queryByText(/Auch Leistungen/)).toBeNull()
  })

  it('ENE-10 says if nothing changes', async () => {
    server.answers = { [PREVIEW]: () => json(unchanged) }
    await openCorrections()
    press('Vorschau')
    expect(within(await previewed()).getByText(/ändert diese Korrektur nichts/)).toBeTruthy()
  })

  it('ENE-10 sends the values of a replaced meter in Wh', async () => {
    await openCorrections('?sn=1001&kind=value&counter=feed_in&from=2026-06-17T07:10:00Z')
    type('Zählerstand in kWh', '12345,678')
    press('Vorschau')
    await previewed()
    fireEvent.click(screen.getByLabelText('Der Zähler wurde getauscht'))
    press('Vorschau')
    expect(await screen.findByText(/mindestens einen der beiden Stände/)).toBeTruthy()
    type('Erster Stand des neuen Zählers in kWh', '0')
    press('Vorschau')
    await previewed()
    const value = { sn: '1001', kind: 'value', counter: 'feed_in', from: '2026-06-17T07:10:00.000Z' }
    expect(sent(PREVIEW).map((form) => Object.fromEntries(form))).toEqual([
      { ...value, before: '12345678', after: '12345678' },
      { ...value, after: '0' },
    ])
  })

  it('ENE-10 points out what is wrong where it is, and keeps what was typed', async () => {
    await openCorrections('?sn=1001&kind=value')
    type('Zählerstand in kWh', '12.345')
    press('Vorschau')
    const faulty = [...document.querySelectorAll('[aria-invalid]')]
    expect(
      faulty.map((field) => field.closest('div')?.parentElement?.querySelector('label')?.textContent),
    ).toEqual(['Welcher Zähler?', 'Zeitpunkt, Tag', 'Zählerstand in kWh'])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Welcher Zähler?')))
    expect(screen.getByText(/ohne Punkte für Tausender/)).toBeTruthy()
    expect([shownIn('Zählerstand in kWh'), server.calls.some(({ path }) => path === PREVIEW)]).toEqual([
      '12.345',
      false,
    ])
  })

  it('ENE-10 refuses a time that clocks skipped, and offers both of a doubled hour', async () => {
    await openCorrections('?sn=1001&from=2026-03-28T01:30:00Z&until=2026-03-29T04:00:00Z')
    type('Von, Tag', '2026-03-29')
    expect(shownIn('Von, Uhrzeit')).toBe('02:30')
    press('Vorschau')
    expect(await screen.findByText(/gab es an diesem Tag nicht/)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Von, Uhrzeit')))
    type('Von, Tag', '2025-10-26')
    type('Bis, Tag', '2025-10-26')
    const options = within(screen.getByLabelText('Von, Uhrzeit')).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['02:30 (zum ersten Mal)', '02:30 (zum zweiten Mal)', '03:00']),
    )
    type('Von, Uhrzeit', '02:30')
    type('Bis, Uhrzeit', '02:30 2')
    press('Vorschau')
    await previewed()
    expect(Object.fromEntries(sent(PREVIEW)[0] ?? [])).toMatchObject({
      ...{ from: '2025-10-26T00:30:00.000Z', until: '2025-10-26T01:30:00.000Z' },
    })
  })

  it.each([
    ['from', 'too_small', 'Von, Tag', /noch nicht auf Sie eingetragen/],
    ['until', 'too_big', 'Bis, Tag', /noch nicht vorbei/],
  ] as const)('ENE-10 shows at its field what the server refuses: %s %s', async (name, rule, label, text) => {
    server.answers = { [PREVIEW]: () => refusal('input_invalid', { errors: { [name]: rule } }) }
    await openCorrections()
    press('Vorschau')
    expect(await screen.findByText(text)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)))
    expect(screen.queryByText(/prüfen Sie Ihre Eingaben/)).toBeNull()
  })

  it('ENE-10 a time that is too long is not called one that is not over', async () => {
    await openCorrections('?sn=1001&from=2024-06-17T07:00:00Z&until=2026-06-17T08:00:00Z')
    press('Vorschau')
    expect(await screen.findByText(/höchstens 366 Tage/)).toBeTruthy()
  })

  it.each([
    ['network', () => Promise.reject(new TypeError('Failed to fetch')), /Ob die Änderung angekommen ist/],
    ['corrections_full', () => refusal('corrections_full'), /schon 100 Korrekturen/],
    ['not_found', () => refusal('not_found'), /Für diesen Speicher können Sie nichts/],
    ['too_many_attempts', () => refusal('too_many_attempts', { retry_after: 90 }), /warten Sie 1:30/],
  ])('ENE-10 keeps the form and the preview if making it fails: %s', async (_, answer, text) => {
    server.answers = { [MAKE]: answer }
    await openCorrections()
    press('Vorschau')
    await previewed()
    press('Übernehmen')
    expect(await screen.findByText(text)).toBeTruthy()
    expect([shownIn('Von, Tag'), shownIn('Bis, Uhrzeit')]).toEqual(['2026-06-17', '10:00'])
    expect(screen.getByRole('button', { name: 'Übernehmen' })).toBeTruthy()
  })

  it('ENE-10 what was typed is there again after signing in anew, for its owner alone', async () => {
    const as = (owner: string) => act(() => beginSession({ access: tokenOf(owner), refresh: 'r' }, false))
    as('wagner')
    const page = await openCorrections('?sn=1002&kind=value')
    type('Zählerstand in kWh', '12345')
    type('Zeitpunkt, Uhrzeit', '12:34')
    act(() => endSession('ended'))
    page.unmount()
    as('wagner')
    await openCorrections('?sn=1001')
    expect([shownIn('Speicher'), shownIn('Zählerstand in kWh'), shownIn('Zeitpunkt, Uhrzeit')]).toEqual([
      '1002',
      '12345',
      '12:34',
    ])
    act(() => endSession('ended'))
    cleanup()
    as('schmidt')
    await openCorrections('?sn=1001')
    expect([shownIn('Speicher'), shownIn('Von, Uhrzeit')]).toEqual(['1001', ''])
    expect(screen.queryByLabelText('Zählerstand in kWh')).toBeNull()
  })

  it('ENE-10 names the parts of an address that it could not read', async () => {
    await openCorrections('?sn=9999&kind=x&from=2026-06-17T07:00:00Z')
    expect(screen.getByText(/nicht zu lesen \(sn, kind\)/)).toBeTruthy()
    expect(shownIn('Von, Uhrzeit')).toBe('09:00')
  })

  it('ENE-10 PRD-06 in English too', async () => {
    usePreferences.setState({ language: 'en' })
    await setLanguage('en')
    await openCorrections('?sn=1001&kind=value&counter=pv&from=2026-06-17T07:10:00Z')
    type('Counter value in kWh', '12345.678')
    press('Preview')
    await screen.findByRole('region', { name: 'What changes' })
    expect(sent(PREVIEW)[0]?.get('after')).toBe('12345678')
  })
})
