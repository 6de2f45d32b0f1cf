import type { BatteryHealth } from '@kellersonne/contract/energy/battery-health'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { asOwner, plain } from '../../../../test/dashboard.tsx'
import { HEALTH, healthWire, openHealth } from '../../../../test/energy/healthPage.tsx'
import { json } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import type { Warranty } from './warrantyWords.ts'

asOwner()

const today = { percent: 91, by: 'time', is_over: false, verdict: 'above' } as const
const ten: Warranty = {
  ...{ years: 10, remaining_percent: 70, energy_throughput_wh: null },
  ...{ starts_on: '2023-06-01', unknown: null, today },
}
const { estimate } = healthWire()
const compared = estimate && {
  estimate: { ...estimate, months: estimate.months.map((one) => ({ ...one, warranted: 9120 })) },
}
const card = async () => {
  const found = await screen.findByRole('region', { name: /^(Was noch hineinpasst|What still fits in)$/ })
  return { found, text: plain(found.textContent) }
}
const openWith = (warranty: Warranty, more: Partial<BatteryHealth> = compared ?? {}) =>
  openHealth({ [HEALTH]: () => json(healthWire({ warranty, ...more })) })

it('HLT-30 compares the estimate with what is warranted, in a sentence, a line and a table', async () => {
  await openWith(ten)
  const { found, text } = await card()
  expect(text).toContain(
    'Die Garantie sagt mindestens 70 % nach 10 Jahren zu; heute wären das 91 %, geschätzt sind es 94 ± 2 %.',
  )
  expect(text).toContain('Beginn Do, 01.06.2023; dazwischen gerechnet auf gerader Linie nach der Zeit.')
  expect(text).toContain('nach der Garantie mindestens')
  const rows = within(found).getAllByRole('row', { hidden: true })
  expect(rows.slice(0, 2).map((row) => plain(row.textContent))).toEqual([
    ...['MonatKapazitätGarantieLadungen und Entladungen', 'Juni 20269,4 kWh9,1 kWh34'],
  ])
})

it.each([
  [{ today: { ...today, verdict: 'below' } }, 'heute wären das 91 %, geschätzt sind es nur 94 ± 2 %.'],
  [{ today: { ...today, verdict: 'open' } }, 'Das liegt zu nah beieinander, um es zu unterscheiden.'],
  [{ today: { ...today, verdict: null } }, 'Was noch hineinpasst, lässt sich damit noch nicht vergleichen.'],
  [{ today: null, starts_on: null, unknown: 'start' }, 'Seit wann sie läuft, meldet der Speicher nicht;'],
  [
    { today: null, starts_on: null, unknown: 'exchanged' },
    'Seit wann sie für die neue Batterie läuft, ist nicht',
  ],
  [
    { today: { ...today, is_over: true } },
    'Die Zeit der Garantie ist nach diesen Angaben vorbei. Zugesagt waren',
  ],
  [
    { energy_throughput_wh: 60_000_000, today: { ...today, by: 'throughput', is_over: true } },
    'nach 60,0 MWh hinein und heraus, geschätzt sind es 94 ± 2 %.',
  ],
  [
    { energy_throughput_wh: 60_000_000 },
    'mindestens 70 % nach 10 Jahren oder 60,0 MWh hinein und heraus zu;',
  ],
] as const satisfies (readonly [Partial<Warranty>, string])[])(
  'HLT-30 claims nothing that is not known, and no right: %#',
  async (warranty, sentence) => {
    await openWith({ ...ten, ...warranty })
    expect((await card()).text).toContain(sentence)
  },
)

it('HLT-30 without a comparison there is no line', async () => {
  await openWith({ ...ten, today: null, starts_on: null, unknown: 'start' }, {})
  expect((await card()).text).not.toContain('nach der Garantie mindestens')
})

it('HLT-30 PRD-06 speaks English', async () => {
  await setLanguage('en')
  await openWith({ ...ten, years: 1 })
  expect((await card()).text).toContain(
    'The warranty promises at least 70% after 1 year; today that would be 91%, the estimate is 94 ± 2%.',
  )
})
