import { type ImportPreview, MAX_IMPORT_BYTES } from '@kellersonne/contract/energy/imports'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { plain } from '../../../../test/dashboard.tsx'
import {
  asked,
  choose,
  MAKE,
  onImportPage,
  openImports,
  PREVIEW,
  press,
  previewed,
  server,
  unknown,
} from '../../../../test/energy/importPage.tsx'
import { json, refusal } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import { usePreferences } from '../../../platform/preferences.ts'

const preview = () => screen.findByRole('region', { name: 'Das kommt dazu' })
const select = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

onImportPage()

describe('importing history', () => {
  it('GWY-43 previews a file as soon as it is chosen, imports the same bytes, and lists the import', async () => {
    await openImports()
    choose()
    const shown = await preview()
    expect(within(shown).getByRole('table', { name: 'So, 03.05.2026 bis Sa, 09.05.2026' })).toBeTruthy()
    expect(
      within(shown)
        .getAllByRole('row')
        .map((row) => plain(row.textContent)),
    ).toEqual(['PV-Ertrag1.234 kWh', 'Netzbezug400 Wh', 'Einspeisung50 Wh', 'Laden–', 'Entladen–'])
    expect(
      within(shown)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '670 Viertelstunden kommen dazu.',
      'Eine Viertelstunde wurde bereits gemessen und bleibt unverändert.',
      '2 Viertelstunden wurden schon übernommen.',
    ])
    expect(screen.getByText('Erkannt: evcc')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Das kommt dazu'))
    press('Übernehmen')
    expect(await screen.findByText(/^Übernommen: So, 03.05.2026 bis/)).toBeTruthy()
    expect(await screen.findByText('evcc, So, 03.05.2026 bis Sa, 09.05.2026')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Neuer Import'))
    expect(screen.queryByText(/evcc\.csv/)).toBeNull()
    const query = { sn: '1001', time_zone: 'Europe/Berlin' }
    expect([asked(PREVIEW), asked(MAKE)]).toEqual([[query], [query]])
    const [sent, again] = server.calls.flatMap(({ files }) => files?.get('file') ?? [])
    expect([sent, again].map((file) => file instanceof Blob && file.size)).toEqual([20, 20])
  })

  it('GWY-43 takes a file that is dropped', async () => {
    await openImports()
    const place = screen.getByText('Datei wählen').closest('label')
    if (place) fireEvent.drop(place, { dataTransfer: { files: [new File(['a'], 'dropped.csv')] } })
    await preview()
    expect(screen.getByText(/^dropped\.csv/)).toBeTruthy()
  })

  it('GWY-43 another file has a format of its own, also if its preview fails', async () => {
    let answer = () => json(unknown)
    server.answers = { [PREVIEW]: () => answer() }
    await openImports()
    choose()
    await screen.findByText(/Dieses Format kennt das Portal nicht/)
    answer = () => refusal('unavailable')
    choose(new File(['b'], 'other.csv'))
    expect(await screen.findByText(/Der Server ist gerade nicht bereit/)).toBeTruthy()
    expect(screen.queryByText(/Dieses Format/)).toBeNull()
  })

  it('GWY-43 another zone takes the preview away, and is sent with the next one', async () => {
    await openImports()
    choose()
    await preview()
    select('Zeitzone der Datei', 'Europe/Lisbon')
    expect(screen.queryByRole('button', { name: 'Übernehmen' })).toBeNull()
    press('Vorschau')
    await preview()
    expect(asked(PREVIEW).map(({ time_zone }) => time_zone)).toEqual(['Europe/Berlin', 'Europe/Lisbon'])
  })

  it('GWY-43 the columns of an unknown format are named, with unit and sign', async () => {
    let answer = unknown
    server.answers = { [PREVIEW]: () => json(answer) }
    await openImports()
    choose()
    expect(await screen.findByText(/Dieses Format kennt das Portal nicht/)).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Das kommt dazu' })).toBeNull()
    press('Vorschau')
    expect(await screen.findByText(/für mindestens eine Zeile/)).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.tagName).toBe('FIELDSET'))
    expect(asked(PREVIEW)).toHaveLength(1)
    select('Sun: Inhalt', 'pv')
    select('Sun: Einheit', 'counter_kWh')
    select('Spalte 3: Inhalt', '-grid')
    select('Spalte 3: Einheit', 'W')
    answer = { ...previewed, format: 'columns' }
    press('Vorschau')
    await preview()
    expect(asked(PREVIEW)[1]).toMatchObject({ format: 'columns', columns: '1:pv:counter_kWh,2:-grid:W' })
    expect(screen.getByLabelText<HTMLSelectElement>('Sun: Inhalt').value).toBe('pv')
  })

  it('GWY-43 statistics are assigned without a unit, and columns of a known format renamed', async () => {
    let answer: ImportPreview = {
      ...previewed,
      format: 'home_assistant_statistics',
      header: ['sensor.a'],
    }
    server.answers = { [PREVIEW]: () => json(answer) }
    await openImports()
    choose()
    await preview()
    fireEvent.click(screen.getByLabelText('Statistiken selbst zuordnen'))
    select('sensor.a: Inhalt', 'feed_in')
    expect(screen.queryByLabelText('sensor.a: Einheit')).toBeNull()
    press('Vorschau')
    await preview()
    expect(asked(PREVIEW)[1]).toMatchObject({
      ...{ format: 'home_assistant_statistics', columns: '0:feed_in:kWh' },
    })
    answer = previewed
    choose()
    await screen.findByText('Erkannt: evcc')
    fireEvent.click(screen.getByLabelText('Spalten selbst benennen'))
    expect(screen.getAllByLabelText(/: Inhalt$/)).toHaveLength(2)
  })

  it('GWY-43 names the lines that are left out, and offers nothing if nothing is new', async () => {
    const lines = [
      { line: 4, reason: 'number' as const },
      { line: 5, reason: 'implausible' as const },
      { line: null, reason: 'too_long' as const },
    ]
    const nothing = { ...previewed, added: 0, from: null, until: null, refused: 9, refused_lines: lines }
    server.answers = { [PREVIEW]: () => json(nothing) }
    await openImports()
    choose()
    const shown = await preview()
    expect(
      within(shown).getByText('Aus dieser Datei lässt sich nichts übernehmen, was noch fehlt.'),
    ).toBeTruthy()
    expect(within(shown).getByText('9 Werte werden ausgelassen:')).toBeTruthy()
    expect(within(shown).getByText('Zeile 4: keine Zahl')).toBeTruthy()
    expect(within(shown).getByText('Zeile 5: zu viel für ein Haus: Stimmt die Einheit?')).toBeTruthy()
    expect(within(shown).getByText('Im Ganzen: mehr als zwei Stunden auf einmal')).toBeTruthy()
    expect(within(shown).getByText('und weitere')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Übernehmen' })).toBeNull()
  })

  it('GWY-43 sends no file that is missing, empty, too large or not to be read', async () => {
    await openImports()
    press('Vorschau')
    expect(await screen.findByText('Bitte wählen Sie eine Datei.')).toBeTruthy()
    choose(new File([new Uint8Array(MAX_IMPORT_BYTES + 1)], 'large.csv'))
    expect(await screen.findByText(/größer als 10 MB/)).toBeTruthy()
    choose(new File([], 'empty.csv'))
    expect(await screen.findByText('Diese Datei ist leer.')).toBeTruthy()
    const gone = new File(['a'], 'gone.csv')
    Object.defineProperty(gone, 'arrayBuffer', { value: () => Promise.reject(new Error('gone')) })
    choose(gone)
    expect(await screen.findByText(/lässt sich nicht lesen/)).toBeTruthy()
    expect(asked(PREVIEW)).toEqual([])
  })

  it.each([
    [json({ ...unknown, header: ['a'] }), 'a single column'],
    [refusal('media_type_unsupported'), 'the server’s refusal'],
  ])('GWY-43 says that a file is no CSV', async (answer) => {
    server.answers = { [PREVIEW]: () => answer }
    await openImports()
    choose()
    expect(await screen.findByText('Diese Datei ist keine CSV-Datei.')).toBeTruthy()
    expect(screen.queryByText(/Dieses Format/)).toBeNull()
  })

  it.each([
    ['network', () => Promise.reject(new TypeError('Failed to fetch')), /Ob die Änderung angekommen ist/],
    ['imports_full', () => refusal('imports_full'), /schon 100 Importe/],
    ['earlier_full', () => refusal('earlier_full'), /schon einmal hatten/],
    ['not_found', () => refusal('not_found'), /Für diesen Speicher können Sie nichts/],
    ['payload_too_large', () => refusal('payload_too_large'), /größer als 10 MB/],
    ['too_many_attempts', () => refusal('too_many_attempts', { retry_after: 90 }), /warten Sie 1:30/],
  ])('GWY-43 keeps the file and its preview if importing fails: %s', async (_, answer, text) => {
    server.answers = { [MAKE]: answer }
    await openImports()
    choose()
    await preview()
    press('Übernehmen')
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByText(/^evcc\.csv/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Übernehmen' })).toBeTruthy()
  })

  it('GWY-43 keeps the file if there is no connection for a preview', async () => {
    server.answers = { [PREVIEW]: () => Promise.reject(new TypeError('Failed to fetch')) }
    await openImports()
    choose()
    expect(await screen.findByText(/Ihre Angaben bleiben hier stehen/)).toBeTruthy()
    expect(screen.getByText(/^evcc\.csv/)).toBeTruthy()
  })

  it('GWY-43 PRD-06 in English too', async () => {
    usePreferences.setState({ language: 'en' })
    await setLanguage('en')
    await openImports()
    choose()
    expect(await screen.findByText('670 quarters of an hour will be added.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Import' })).toBeTruthy()
  })
})
