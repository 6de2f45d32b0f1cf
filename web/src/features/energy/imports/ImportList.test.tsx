import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { plain } from '../../../../test/dashboard.tsx'
import { importOf, LIST, onImportPage, openImports, server } from '../../../../test/energy/importPage.tsx'
import { refusal } from '../../../../test/wire.ts'

onImportPage()
const undone = () => server.calls.filter(({ path }) => path.endsWith('/undo/'))

describe('the list of imports', () => {
  it('GWY-42 GWY-43 takes one back after a question, and says when', async () => {
    server.list = [importOf()]
    await openImports()
    expect(plain(screen.getByRole('listitem').textContent)).toContain(
      'evcc, So, 03.05.2026 bis Sa, 09.05.2026PV-Ertrag 1.234 kWh · Netzbezug 400 Wh · Einspeisung 50 Wh',
    )
    const undo = screen.getByRole('button', { name: /^Zurücknehmen: evcc/ })
    undo.focus()
    undo.click()
    const answer = async (name: string) => {
      const question = await screen.findByRole('dialog', { name: 'Import zurücknehmen?' })
      fireEvent.click(within(question).getByRole('button', { name }))
    }
    await answer('Abbrechen')
    expect(undone()).toEqual([])
    undo.click()
    await answer('Zurücknehmen')
    expect(await screen.findByText('eingetragen 11:00 Uhr · zurückgenommen 11:30 Uhr')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Zurücknehmen/ })).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('listitem')))
  })

  it('GWY-43 leads to the chart of its first day', async () => {
    server.list = [importOf()]
    await openImports()
    const link = screen.getByRole('link', { name: /^Im Diagramm zeigen/ })
    expect(link.getAttribute('href')).toBe('/charts?date=2026-05-03&sn=1001')
  })

  it('GWY-43 says if there are none, and if the owner may make none', async () => {
    const page = await openImports()
    expect(screen.getByText('Es gibt noch keine Importe.')).toBeTruthy()
    page.unmount()
    server.answers = { [LIST]: () => refusal('not_found') }
    await openImports('?sn=1002')
    expect(await screen.findByText('Für diesen Speicher können Sie nichts übernehmen.')).toBeTruthy()
  })
})
