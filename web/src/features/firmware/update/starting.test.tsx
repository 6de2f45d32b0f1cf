import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  answer,
  button,
  card,
  choose,
  dialog,
  onUpdatePage,
  open,
  press,
  SN,
  title,
} from '../../../../test/updatePage.ts'
import { CONSENT, START, updateServer } from '../../../../test/updates.ts'
import { refusal } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import { stored } from '../../../platform/stored.ts'

onUpdatePage()

describe('starting', () => {
  it('UPD-03 UPD-10 UPD-20 asks, notes the very words shown, and starts', async () => {
    const { calls, asked } = await open()
    await choose()
    await press('Update starten')
    const shown = dialog()
    expect(shown.textContent).toContain('Teil 1: Batteriemanagement 2.4.0 → 2.5.0')
    expect(shown.textContent).toContain('Das Update lässt sich nicht rückgängig machen.')
    const words = [
      shown.querySelector('h2')?.textContent,
      ...[...shown.querySelectorAll('p, li')].map((one) => one.textContent),
    ]
    await answer('Jetzt starten')
    await screen.findByRole('dialog', { name: 'Update in 2 Teilen gestartet' })
    const [consent] = calls(CONSENT)
    expect([consent?.form.get('sn'), consent?.form.get('lang')]).toEqual([SN, 'de'])
    expect(consent?.form.get('wording')?.split('\n')).toEqual(words)
    const [started] = calls(START)
    expect([...(started?.files ?? [])]).toEqual([
      ['sn', SN],
      ['update', '1'],
    ])
    expect(started?.token).toBeNull()
    const order = asked.map(({ path }) => path)
    expect(order.indexOf(CONSENT)).toBeLessThan(order.indexOf(START))
    await answer('Verstanden')
    await title('Warten auf den Speicher …')
    expect(card().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('5')
    expect(button('Weiter')).toHaveProperty('disabled', true)
    expect(stored.update.get()).toEqual({ sn: SN, updateStarted: true })
  })

  it('UPD-12 says that a start was cancelled', async () => {
    const { calls } = await open()
    await choose()
    await press('Update starten')
    await answer('Abbrechen')
    expect(screen.getByRole('alertdialog', { name: 'Start abgebrochen' })).toBeDefined()
    await answer('Verstanden')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect([calls(CONSENT), calls(START)]).toEqual([[], []])
    expect(button('Update starten')).toHaveProperty('disabled', false)
  })

  it.each([
    ['no_update', /gibt es gerade kein Update mehr/],
    ['origin_denied', /nimmt von dieser Adresse nichts an/],
    ['unavailable', /gerade nicht bereit/],
    ['internal', /Fehler aufgetreten/],
    ['update_changed', /Der Flugplan zeigt jetzt dieses/],
    ['consent_missing', /Einwilligung gilt nicht mehr/],
  ] as const)('UPD-10 after %s it can be tried again, and says so', async (code, text) => {
    const server = updateServer(SN)
    const refused = new Set([START])
    await open(server, { [START]: () => (refused.has(START) ? refusal(code) : server.answers[START]()) })
    await choose()
    await press('Update starten')
    await answer('Jetzt starten')
    await card().findByText(text)
    expect(card().getByText(/Sie können es noch einmal versuchen/)).toBeDefined()
    refused.clear()
    await press('Update starten')
    await answer('Jetzt starten')
    await screen.findByRole('dialog', { name: 'Update in 2 Teilen gestartet' })
  })

  it('UPD-10 started too often, it says how long to wait', async () => {
    await open(updateServer(SN), { [START]: () => refusal('too_many_attempts', { retry_after: 62 }) })
    await choose()
    await press('Update starten')
    await answer('Jetzt starten')
    await card().findByText(/Bitte warten Sie 1:0[12]/)
    expect(button('Update starten')).toHaveProperty('disabled', true)
  })
})

it('UPD-10 PRD-06 in English', async () => {
  await setLanguage('en')
  const { calls } = await open()
  await userEvent.click(card().getByRole('radio', { name: /L2/ }))
  await userEvent.click(card().getByRole('checkbox', { name: 'L2 is switched off' }))
  await press('Next')
  await press('Start update')
  await answer('Start now')
  await screen.findByRole('dialog', { name: 'Update in 2 parts started' })
  expect(calls(CONSENT)[0]?.form.get('lang')).toBe('en')
  expect(calls(CONSENT)[0]?.form.get('wording')).toContain('The update cannot be undone.')
})
