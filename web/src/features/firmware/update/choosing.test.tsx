import { DATA_MS } from '@kellersonne/core/firmware/wizard/state'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { openPage } from '../../../../test/dashboard.tsx'
import { onUpdatePage, renderWizard, SN, two } from '../../../../test/firmware/renderWizard.ts'
import { HAS_UPDATE, NOTHING, UPDATE, updateServer } from '../../../../test/firmware/updates.ts'
import { json } from '../../../../test/wire.ts'
import { isUnsaved } from '../../../platform/program/unsaved.ts'
import { Component } from './UpdatePage.tsx'

onUpdatePage()

describe('choosing', () => {
  it('UPD-01 UPD-02 UPD-06 needs a system that is switched off before it goes on', async () => {
    const wizard = await renderWizard()
    expect(wizard.stepNow()?.textContent).toMatch(/Auswählen/)
    expect(wizard.button('Weiter').getAttribute('aria-disabled')).toBe('true')
    await wizard.press('Weiter')
    expect(wizard.card().getByText('Bitte wählen Sie eine Seriennummer aus.')).toBeDefined()
    await userEvent.click(wizard.card().getByRole('radio', { name: /L2/ }))
    expect(wizard.button('Weiter').getAttribute('aria-disabled')).not.toBe('true')
    expect(
      wizard.card().getByRole('heading', { name: 'Schalten Sie den Speicher L2 jetzt aus.' }),
    ).toBeDefined()
    await wizard.press('Weiter')
    expect(wizard.card().getByText('Bitte bestätigen Sie, dass L2 ausgeschaltet ist.')).toBeDefined()
    await userEvent.click(wizard.card().getByRole('checkbox', { name: 'L2 ist ausgeschaltet' }))
    await wizard.press('Weiter')
    await wizard.title('L2 ist bereit für das Update.')
    expect(wizard.stepNow()?.textContent).toMatch(/Aktualisieren/)
    await wizard.press('Zurück')
    expect(wizard.stepNow()?.textContent).toMatch(/Auswählen/)
  })

  it.each([
    ['1002', [false, true], '1002'],
    ['1001', [false, false], '1001'],
    ['9999', [false, false], '1001'],
    ['<b>', [false, false], '1001'],
  ])('SHL-02 SHL-03 a link that names %s chooses it where it can be updated', async (sn, chosen, past) => {
    const wizard = await renderWizard({
      at: `/update?sn=${encodeURIComponent(sn)}`,
    })
    const radio = (name: RegExp) => wizard.card().getByRole('radio', { name }) as HTMLInputElement
    expect([radio(/L1/).checked, radio(/L2/).checked]).toEqual(chosen)
    const region = within(screen.getByRole('region', { name: 'Bisherige Updates' }))
    expect(region.getByRole('combobox')).toHaveProperty('value', past)
  })

  it('SHL-06 what was entered holds back a reload, until the update is under way', async () => {
    const wizard = await renderWizard()
    expect(isUnsaved()).toBe(false)
    await wizard.choose()
    expect(isUnsaved()).toBe(true)
    await wizard.press('Zurück')
    expect(isUnsaved()).toBe(false)
    await wizard.begin()
    await wizard.title('Warten auf den Speicher …')
    expect(isUnsaved()).toBe(false)
  })

  it('UPD-02 shows the versions where nothing is to be updated', async () => {
    const wizard = await renderWizard({
      server: updateServer(SN, NOTHING),
      systems: two({ update: NOTHING }),
    })
    expect(wizard.card().getByRole('heading', { name: 'Alle Speicher sind aktuell.' })).toBeDefined()
    expect(wizard.card().getByRole('table', { name: 'Aktuelle Versionen' })).toBeDefined()
    expect(wizard.card().queryByRole('button', { name: 'Weiter' })).toBeNull()
  })

  it('UPD-15 asks the update service about each system once, with the cookie alone', async () => {
    const wizard = await renderWizard()
    await waitFor(() =>
      expect(wizard.asked.filter(({ path }) => path.startsWith(HAS_UPDATE)).map(({ path }) => path)).toEqual([
        `${HAS_UPDATE}?sn=1001`,
        `${HAS_UPDATE}?sn=1002`,
      ]),
    )
    expect(wizard.asked.find(({ path }) => path.startsWith(HAS_UPDATE))?.token).toBeNull()
  })

  it('UPD-15 asks the main service about each system once on opening, and again in 30 s', async () => {
    vi.useFakeTimers()
    const wizard = await renderWizard()
    const asked = () => wizard.asked.filter(({ path }) => path.startsWith(UPDATE)).map(({ path }) => path)
    const once = [`${UPDATE}?sn=1001`, `${UPDATE}?sn=1002`]
    await act(() => vi.advanceTimersByTimeAsync(DATA_MS / 2))
    expect(asked()).toEqual(once)
    await act(() => vi.advanceTimersByTimeAsync(DATA_MS))
    expect(asked()).toEqual([...once, ...once])
  })

  it('API-12 says what cannot be loaded, and loads it again', async () => {
    const server = updateServer(SN)
    const works = new Set<string>()
    await openPage(
      Component,
      {
        ...server.answers,
        [UPDATE]: (call) => (works.has(UPDATE) ? server.answers[UPDATE](call) : json({}, 500)),
      },
      two(),
    )
    await screen.findByText('Der Stand der Updates lässt sich gerade nicht laden.')
    works.add(UPDATE)
    await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }))
    await screen.findByRole('region', { name: 'Update' })
    await waitFor(() => expect(screen.queryByText(/lässt sich gerade nicht laden/)).toBeNull())
  })
})
