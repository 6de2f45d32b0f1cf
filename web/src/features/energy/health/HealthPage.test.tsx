import type { BatteryHealth } from '@kellersonne/contract/energy/battery-health'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { asOwner, plain } from '../../../../test/dashboard.tsx'
import { HEALTH, healthWire, openHealth } from '../../../../test/energy/healthPage.tsx'
import { json, refusal } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'

asOwner()

const capacity = () => screen.findByRole('region', { name: 'Was noch hineinpasst' })
const openWith = (health: Partial<BatteryHealth>) => openHealth({ [HEALTH]: () => json(healthWire(health)) })
const { estimate } = healthWire()
const stateOf = (state: Partial<NonNullable<NonNullable<BatteryHealth['estimate']>['state']>>) =>
  estimate?.state && { estimate: { ...estimate, state: { ...estimate.state, ...state } } }

it('HLT-05 says in one sentence how the battery is, and in numbers what it has done', async () => {
  await openHealth()
  const card = await capacity()
  expect(plain(card.textContent)).toContain('Gesund: 94 ± 2 % nach 3 Jahren, üblich sind 91 bis 97 %.')
  expect(plain(card.textContent)).toContain('9,4 ± 0,2 kWhangegeben: 10,0 kWh')
  expect(within(card).getByRole('img').getAttribute('aria-label')).toMatch(
    /^Geschätzte Kapazität von Mai 2026 bis Juni 2026, zwischen 9,4\skWh und 9,5\skWh\.$/,
  )
  const use = plain((await screen.findByRole('region', { name: 'Was sie geleistet hat' })).textContent)
  expect(use).toContain('Wirkungsgrad88 %Mittel der letzten 90 Tage; in den ersten 90 Tagen 90 %')
  expect(use).toContain('Volle Zyklen512geladen 5.459 kWh, entladen 4.813 kWh')
  expect(use).toContain('20 bis 80 %61 %')
})

it.each([
  [stateOf({ percent: 80, verdict: 'weak' }), 'Weniger als üblich: 80 ± 2 % nach 3 Jahren'],
  [
    stateOf({ percent: 99, verdict: 'early', usual: null }),
    'Seit weniger als einem halben Jahr gemessen: 99 ± 2 % der angegebenen',
  ],
  [
    { estimate: estimate && { ...estimate, state: null }, stated: null },
    'In die Batterie passen 9,4 ± 0,2 kWh. Der Speicher gibt keine Kapazität an',
  ],
  [{ estimate: estimate && { ...estimate, state: null } }, 'Der Speicher gibt 10,0 kWh an. Das passt nicht'],
  [{ estimate: null }, 'Das lässt sich noch nicht sagen'],
  [
    { estimate: estimate && { ...estimate, exchanged_on: '2026-04-02', a_year: null } },
    'Am Do, 02.04.2026 kam eine Batterie mit mehr Kapazität hinein.',
  ],
])('HLT-04 HLT-05 claims nothing that is not known: %#', async (health, sentence) => {
  await openWith(health ?? {})
  expect(plain((await capacity()).textContent)).toContain(sentence)
})

it('HLT-33 HLT-04 says of a battery that was not measured for a week that its numbers are not of today', async () => {
  await openWith({ until: '2026-01-05' })
  await screen.findByText(
    'Der letzte Ladezustand ist vom Mo, 05.01.2026: Was daraus geschätzt ist, gilt für damals, nicht für heute.',
  )
})

it('HLT-33 says nothing of the kind where it was measured today', async () => {
  await openWith({ until: new Date().toISOString().slice(0, 10) })
  await capacity()
  expect(screen.queryByText(/^Der letzte Ladezustand/)).toBeNull()
})

it('HLT-06 shows beside it what the unit reports itself, and nothing of what it leaves out', async () => {
  await openHealth()
  const card = await screen.findByRole('region', { name: 'Was der Speicher selbst meldet' })
  const rows = within(card)
    .getAllByRole('term')
    .map(({ parentElement }) => plain(parentElement?.textContent))
  expect(rows).toEqual([
    'Gesundheit (SoH)95,5 %',
    'Volle Zyklen530',
    'Zeit über der oberen Temperaturgrenze1,5 h',
    'In Betrieb seitDo, 01.06.2023',
  ])
})

it('HLT-04 without any state of charge there is nothing to say', async () => {
  await openWith({
    reported: null,
    since: null,
    estimate: null,
    round_trip: null,
    full_cycles: null,
    levels: [],
  })
  expect(await screen.findByText(/^Es gibt noch keinen gemessenen Ladezustand/)).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Was noch hineinpasst' })).toBeNull()
})

it('HLT-05 PRD-06 speaks English, of the system that the address names', async () => {
  await setLanguage('en')
  const { calls } = await openHealth({}, '?sn=1003')
  const card = await screen.findByRole('region', { name: 'What still fits in' })
  expect(plain(card.textContent)).toContain('Healthy: 94 ± 2% after 3 years, 91 to 97% is usual.')
  expect(calls.some(({ path }) => path === `${HEALTH}?sn=1003`)).toBe(true)
})

it('HLT-05 SHL-12 says that it cannot be loaded, and asks again', async () => {
  const answers = [refusal('internal')]
  await openHealth({ [HEALTH]: () => answers.pop() ?? json(healthWire()) })
  fireEvent.click(await screen.findByRole('button', { name: 'Erneut versuchen' }))
  expect(await capacity()).toBeDefined()
})
