import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { onUpdatePage, renderWizard, SN } from '../../../../test/firmware/renderWizard.ts'
import { CONSENT, START, updateServer } from '../../../../test/firmware/updates.ts'
import { refusal } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import { stored } from '../../../platform/stored.ts'

onUpdatePage()

describe('starting', () => {
  it('UPD-03 UPD-10 UPD-20 asks, notes the very words shown, and starts', async () => {
    const wizard = await renderWizard()
    await wizard.choose()
    await wizard.press('Update starten')
    const shown = wizard.dialog()
    expect(shown.textContent).toContain('Teil 1: Batteriemanagement 2.4.0 → 2.5.0')
    expect(shown.textContent).toContain('Das Update lässt sich nicht rückgängig machen.')
    const words = [
      shown.querySelector('h2')?.textContent,
      ...[...shown.querySelectorAll('p, li')].map((one) => one.textContent),
    ]
    await wizard.answer('Jetzt starten')
    await screen.findByRole('dialog', { name: 'Update in 2 Teilen gestartet' })
    const [consent] = wizard.calls(CONSENT)
    expect([consent?.form.get('sn'), consent?.form.get('lang')]).toEqual([SN, 'de'])
    expect(consent?.form.get('wording')?.split('\n')).toEqual(words)
    const [started] = wizard.calls(START)
    expect([...(started?.files ?? [])]).toEqual([
      ['sn', SN],
      ['update', '1'],
    ])
    expect(started?.token).toBeNull()
    const order = wizard.asked.map(({ path }) => path)
    expect(order.indexOf(CONSENT)).toBeLessThan(order.indexOf(START))
    await wizard.answer('Verstanden')
    await wizard.title('Warten auf den Speicher …')
    expect(wizard.card().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('5')
    expect(wizard.button('Weiter')).toHaveProperty('disabled', true)
    expect(stored.update.get()).toEqual({ sn: SN, updateStarted: true })
  })

  it('UPD-12 says that a start was cancelled', async () => {
    const wizard = await renderWizard()
    await wizard.choose()
    await wizard.press('Update starten')
    await wizard.answer('Abbrechen')
    expect(screen.getByRole('alertdialog', { name: 'Start abgebrochen' })).toBeDefined()
    await wizard.answer('Verstanden')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect([wizard.calls(CONSENT), wizard.calls(START)]).toEqual([[], []])
    expect(wizard.button('Update starten')).toHaveProperty('disabled', false)
  })

  it.each([
    ['no_update', /gibt es gerade kein Update mehr/],
    ['origin_denied', /nimmt von dieser Adresse nichts an/],
    ['unavailable', /gerade nicht bereit/],
    ['internal', /Fehler aufgetreten/],
    ['update_changed', /Der Flugplan zeigt jetzt dieses/],
    ['update_started', /früheren Besitzers/],
    ['consent_missing', /Einwilligung gilt nicht mehr/],
  ] as const)('UPD-10 after %s it can be tried again, and says so', async (code, text) => {
    const server = updateServer(SN)
    const refused = new Set([START])
    const wizard = await renderWizard({
      server,
      answers: { [START]: () => (refused.has(START) ? refusal(code) : server.answers[START]()) },
    })
    await wizard.choose()
    await wizard.press('Update starten')
    await wizard.answer('Jetzt starten')
    await wizard.card().findByText(text)
    expect(wizard.card().getByText(/Sie können es noch einmal versuchen/)).toBeDefined()
    refused.clear()
    await wizard.press('Update starten')
    await wizard.answer('Jetzt starten')
    await screen.findByRole('dialog', { name: 'Update in 2 Teilen gestartet' })
  })

  it('UPD-10 started too often, it says how long to wait', async () => {
    const wizard = await renderWizard({
      answers: { [START]: () => refusal('too_many_attempts', { retry_after: 62 }) },
    })
    await wizard.choose()
    await wizard.press('Update starten')
    await wizard.answer('Jetzt starten')
    await wizard.card().findByText(/Bitte warten Sie 1:0[12]/)
    expect(wizard.button('Update starten')).toHaveProperty('disabled', true)
  })
})

it('UPD-10 PRD-06 in English', async () => {
  await setLanguage('en')
  const wizard = await renderWizard()
  await userEvent.click(wizard.card().getByRole('radio', { name: /L2/ }))
  await userEvent.click(wizard.card().getByRole('checkbox', { name: 'L2 is switched off' }))
  await wizard.press('Next')
  await wizard.press('Start update')
  await wizard.answer('Start now')
  await screen.findByRole('dialog', { name: 'Update in 2 parts started' })
  expect(wizard.calls(CONSENT)[0]?.form.get('lang')).toBe('en')
  expect(wizard.calls(CONSENT)[0]?.form.get('wording')).toContain('The update cannot be undone.')
})
