import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { asOwner, plain } from '../../../../test/dashboard.tsx'
import { FINDINGS, findingsWire } from '../../../../test/energy/findings.ts'
import { openHealth } from '../../../../test/energy/healthPage.tsx'
import { json, refusal } from '../../../../test/wire.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'

asOwner()

const card = () => screen.findByRole('region', { name: 'Was anders ist als sonst' })
const openWith = (more: Parameters<typeof findingsWire>[0] = {}) =>
  openHealth({ [FINDINGS]: () => json(findingsWire(more)) })

it('HLT-19 says what is not as it used to be, with numbers, a picture and what to do', async () => {
  await openWith()
  const text = plain((await card()).textContent)
  expect(text).toContain('Der Speicher lädt kaum noch, obwohl Überschuss da ist.')
  expect(text).toContain('Vom möglichen Laden genutzt seit 15. Juni: zuletzt 2 %, üblich waren 97 %.')
  expect(text).toContain('Sehen Sie nach, ob der Speicher eingeschaltet ist')
  expect(text).toContain(
    'Geprüft: Laden, Kapazität.Nicht prüfbar: PV-Ertrag, weil noch zu wenig gemessen ist.',
  )
  const picture = within(await card()).getByRole('img')
  expect(plain(picture.getAttribute('aria-label'))).toContain('zuletzt 2 %. Unter üblichen Umständen 97 %.')
  expect(within(await card()).getAllByRole('row', { hidden: true })).toHaveLength(6)
})

it('HLT-19 of nothing that was noticed it names what was judged, and never says that all is well', async () => {
  await openWith({ findings: [] })
  const text = plain((await card()).textContent)
  expect(text).toContain('Nichts aufgefallen in den letzten 60 Tagen.Geprüft: Laden, Kapazität.Nicht prüfbar')
  expect(within(await card()).queryByRole('img')).toBeNull()
})

it('HLT-19 where counters alone could be judged it does not say that nothing was noticed', async () => {
  await openWith({
    findings: [],
    checks: [
      { name: 'counter', verdict: 'usual', why: null },
      { name: 'no_charge', verdict: 'unknown', why: 'too_little' },
    ],
  })
  const text = plain((await card()).textContent)
  expect(text).toContain('lässt sich noch nicht beurteilen.Geprüft: Zählersprünge.Nicht prüfbar: Laden')
  expect(text).not.toContain('Nichts aufgefallen')
})

it('HLT-19 of a system that was never judged it says that', async () => {
  await openHealth()
  const text = plain((await card()).textContent)
  expect(text).toContain('Noch nicht geprüft')
  expect(text).not.toContain('Nichts aufgefallen')
})

it('HLT-19 PRD-06 tells the end of a finding, in English too', async () => {
  await setLanguage('en')
  const [system] = findingsWire().systems
  const [finding] = system?.findings ?? []
  if (!finding) throw new Error('no finding')
  await openWith({ findings: [{ ...finding, ended_at: '2026-06-17T02:00:00.000Z' }] })
  const english = plain(
    (await screen.findByRole('region', { name: 'What is not as it used to be' })).textContent,
  )
  expect(english).toContain('although there is a surplus. over since')
  expect(english).not.toContain('Check that the battery')
})

it('HLT-31 names an update that is said to fix what was found, with the way to it', async () => {
  const [finding] = findingsWire().systems[0]?.findings ?? []
  if (!finding) throw new Error('no finding')
  await openWith({ findings: [{ ...finding, fix: { chip: 'bms', version: '2.5.0' } }] })
  expect(plain((await card()).textContent)).toContain(
    'Für diesen Speicher gibt es ein Update (bms 2.5.0), das genau das beheben soll. Zum Update',
  )
  const link = within(await card()).getByRole('link', { name: 'Zum Update' })
  expect(link.getAttribute('href')).toBe('/update?sn=1001')
})

it('HLT-31 without such an update there is no word of one', async () => {
  await openWith()
  expect(plain((await card()).textContent)).not.toContain('Update')
})

it('HLT-19 SHL-12 that findings cannot be loaded keeps nothing else from the page', async () => {
  await openHealth({ [FINDINGS]: () => refusal('internal') })
  expect(await screen.findByText(/Was auffiel, lässt sich gerade nicht laden/)).toBeDefined()
  expect(await screen.findByRole('region', { name: 'Was noch hineinpasst' })).toBeDefined()
})
