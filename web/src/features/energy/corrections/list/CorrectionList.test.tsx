import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  correctionOf,
  ID,
  LIST,
  onCorrectionsPage,
  openCorrections,
  press,
  server,
} from '../../../../../test/energy/correctionsPage.tsx'
import { json, refusal } from '../../../../../test/wire.ts'

onCorrectionsPage()

describe('the list of corrections', () => {
  it('ENE-10 undoes one without asking, and says when', async () => {
    server.list = [correctionOf()]
    await openCorrections()
    const undo = screen.getByRole('button', { name: /^Zurücknehmen: Als unplausibel markiert/ })
    undo.focus()
    undo.click()
    expect(await screen.findByText('eingetragen 11:00 Uhr · zurückgenommen 11:30 Uhr')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Zurücknehmen/ })).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('listitem')))
  })

  it('ENE-10 shows twenty at first, and all if asked', async () => {
    server.list = Array.from({ length: 23 }, (_, i) =>
      correctionOf({ id: ID.replace(/..$/, String(10 + i)) }),
    )
    await openCorrections()
    expect(screen.getAllByRole('listitem')).toHaveLength(20)
    press('Alle 23 zeigen')
    expect(screen.getAllByRole('listitem')).toHaveLength(23)
  })

  it('ENE-10 says if there are none, and if the owner may make none', async () => {
    const page = await openCorrections()
    expect(screen.getByText('Es gibt noch keine Korrekturen.')).toBeTruthy()
    page.unmount()
    server.answers = { [LIST]: () => refusal('not_found') }
    await openCorrections('?sn=1002')
    expect(await screen.findByText('Für diesen Speicher können Sie nichts korrigieren.')).toBeTruthy()
    expect(screen.queryByText('Es gibt noch keine Korrekturen.')).toBeNull()
  })

  it('ENE-10 says why it cannot be loaded, and asks again', async () => {
    let answer = () => refusal('unavailable')
    const corrections = [correctionOf()]
    server.answers = { [LIST]: () => answer() }
    await openCorrections()
    await screen.findByText(/Der Server ist gerade nicht bereit/)
    expect(screen.queryByText('Es gibt noch keine Korrekturen.')).toBeNull()
    answer = () => json({ corrections })
    press('Erneut versuchen')
    expect(await screen.findByRole('listitem')).toBeTruthy()
  })
})
