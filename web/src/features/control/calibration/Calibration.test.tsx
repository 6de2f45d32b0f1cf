import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { card, one, text } from '../../../../test/control/batteriesPage.ts'
import { asOwner } from '../../../../test/dashboard.tsx'

asOwner()

describe('calibration', () => {
  it.each([
    [12, /voraussichtlich \S+, \d+\. \S+in 12 Tagenheutein 30 Tagen/],
    [1, /in 1 Tagheute/],
    [0, /^Kalibrierungfällig/],
    [45, /in 45 Tagen/],
    [null, /–Dieser Speicher meldet nicht, wann er sich kalibriert\./],
  ])('DSH-02 in %s days', async (calibrationDays, shown) => {
    await one({ calibrationDays })
    expect(text('Kalibrierung')).toMatch(shown)
  })

  it('DSH-02 marks its day on the scale', async () => {
    await one({ calibrationDays: 12 })
    const days = [...card('Kalibrierung').querySelectorAll('line')].map((line) => line.dataset['day'])
    expect(days).toEqual([...Array(12).fill('before'), 'then', ...Array(18).fill('after')])
  })

  it('DSH-02 under way', async () => {
    await one({ calibrationDays: 0, batteryStatus: 'calibrating' })
    expect(text('Kalibrierung')).toContain('läuft gerade')
    expect(text('Batteriestatus')).toContain('Kalibriert sich')
  })

  it('DSH-02 explains itself: why, what one will see, that it is no fault', async () => {
    await one()
    await userEvent.click(screen.getByRole('button', { name: 'Was passiert dabei?' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Was bei der Kalibrierung passiert' }))
    expect(dialog.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
      'Warum',
      'Was Sie sehen werden',
      'Kein Fehler',
    ])
    await userEvent.click(dialog.getByRole('button', { name: 'Schließen' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
