import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { asOwner, plain } from '../../../../test/dashboard.tsx'
import { HEALTH, healthWire, openHealth } from '../../../../test/energy/healthPage.tsx'
import { json } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import type { Temperature } from './temperatureWords.ts'

asOwner()

const measured: Temperature = {
  since: '2026-05-01',
  lowest: -2.4,
  highest: 36.2,
  hours: [1.5, 30, 1100, 4, 0],
}
const openWith = (temperature: Temperature | null) =>
  openHealth({ [HEALTH]: () => json(healthWire({ temperature })) })
const card = (name: string) => screen.findByRole('region', { name })

it('HLT-28 says how long the battery was how warm, and that extremes are those of the levels', async () => {
  await openWith(measured)
  const text = plain((await card('Wie warm sie war')).textContent)
  expect(text).toContain('Meist 10 bis 35 °C, am kältesten −2 °C, am wärmsten 36 °C.')
  expect(text).toContain('In 1.136 h war die Batterie 1,5 h lang unter 0 °C oder über 45 °C warm.')
  const rows = within(await card('Wie warm sie war')).getAllByRole('term')
  expect(rows.map(({ parentElement }) => plain(parentElement?.textContent))).toEqual([
    ...[
      'unter 0 °C1,5 h',
      '0 bis 10 °C30 h',
      '10 bis 35 °C1.100 h',
      '35 bis 45 °C4,0 h',
      '45 °C und mehr0,0 h',
    ],
  ])
})

it('HLT-28 PRD-06 says in English too that no extreme was measured', async () => {
  await setLanguage('en')
  await openWith({ ...measured, lowest: 4, hours: [0, 30, 1100, 4, 0] })
  const text = plain((await card('How warm it was')).textContent)
  expect(text).toContain('In 1,134 h the battery was never below 0 °C and never above 45 °C.')
})

it('HLT-28 claims nothing of what was not measured', async () => {
  await openWith({ ...measured, hours: [0, 0, 0.2, 0, 0] })
  expect(plain((await card('Wie warm sie war')).textContent)).toContain('sobald eine Viertelstunde gemessen')
  expect(within(await card('Wie warm sie war')).queryAllByRole('term')).toEqual([])
})

it('HLT-28 says so where no temperature has been reported, and does not claim that none ever will', async () => {
  await openWith(null)
  expect(
    await screen.findByText(/^Seit der Speicher Ihnen gehört, hat er noch keine Temperatur/),
  ).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Wie warm sie war' })).toBeNull()
})
