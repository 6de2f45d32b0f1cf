import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { asOwner, plain } from '../../../../test/dashboard.tsx'
import { noneExcluded, qualityWire } from '../../../../test/energy/forecast.ts'
import { openQuality, QUALITY, RUNWAY } from '../../../../test/energy/qualityPage.tsx'
import { json, refusal } from '../../../../test/wire.ts'

asOwner()

const period = (days: number) => screen.findByRole('region', { name: `Letzte ${days} Tage` })

it('FCT-53 shows how right the forecasts of sun and house were, and leads to the best and the worst day', async () => {
  await openQuality()
  const sun = await period(30)
  expect(plain(sun.textContent)).toContain('Die Prognose war besser als beide Faustregeln.')
  expect(
    within(sun)
      .getByRole('link', { name: /^Diagramm von Di, 09\.06\.2026/ })
      .getAttribute('href'),
  ).toBe('/charts?date=2026-06-09&seriesSelected=m4%2Cm9&sn=1001')
  fireEvent.click(screen.getByRole('radio', { name: 'Verbrauch' }))
  expect(plain((await period(30)).textContent)).toContain('nicht besser als eine Faustregel')
  expect(plain((await period(365)).textContent)).toContain('Bisher zählen 5 Tage')
})

it('FCT-53 SHL-12 the picture says in words what it shows, and its numbers are a table', async () => {
  await openQuality()
  const picture = await screen.findByRole('img', { name: /^Erwartete Spanne und Ergebnis von 2 Tagen/ })
  expect(picture.getAttribute('aria-label')).toContain('1 davon lagen in der Spanne')
  const rows = screen.getAllByRole('row', { hidden: true }).map(({ textContent }) => plain(textContent))
  expect(rows.slice(1)).toEqual([
    'Mi, 17.06.20268,0 kWh – 13,0 kWh11,0 kWh2,0 kWh',
    'So, 14.06.20268,0 kWh – 13,0 kWh11,0 kWh10,0 kWh',
  ])
})

it('FCT-53 is of one system, which the address names', async () => {
  const { calls, router } = await openQuality({}, '?sn=1003')
  await period(30)
  expect(calls.some(({ path }) => path === `${QUALITY}?sn=1003`)).toBe(true)
  fireEvent.change(screen.getByLabelText('Speicher'), { target: { value: '1002' } })
  await waitFor(() => expect(router.state.location.search).toBe('?sn=1002'))
  await waitFor(() => expect(calls.some(({ path }) => path === `${QUALITY}?sn=1002`)).toBe(true))
})

it('FCT-53 says that nothing is kept yet, and judges nothing', async () => {
  const empty = { excluded: noneExcluded, score: null }
  const periods = [30, 365].map((length) => ({ length, days: 0, reissued: 0, pv: empty, load: empty }))
  await openQuality({
    [QUALITY]: () => json(qualityWire({ since: '2026-06-18', periods, recent: { pv: [], load: [] } })),
  })
  expect(await screen.findByText(/^Noch ist keine Prognose aufbewahrt/)).toBeDefined()
  expect(screen.queryByRole('region', { name: /^Letzte/ })).toBeNull()
})

it('FCT-53 SHL-12 says that it cannot be loaded, and asks again', async () => {
  const answers = [refusal('internal')]
  await openQuality({ [QUALITY]: () => answers.pop() ?? json(qualityWire()) })
  const [again] = await screen.findAllByRole('button', { name: 'Erneut versuchen' })
  if (again) fireEvent.click(again)
  expect(await period(30)).toBeDefined()
})

it('FCT-54 says when the battery lives on the sun again, from what that is known, and shows it', async () => {
  const sum = { low: 1000, expected: 2500, high: 5000 }
  const days = ['2026-06-18', '2026-06-19', '2026-06-20'].map((day) => ({ day, pv: sum, load: 4000 }))
  const runway = { basis: 'climate', days, earliest: '2026-06-19', expected: null, latest: null }
  await openQuality({ [RUNWAY]: () => json({ runway }) })
  const card = await screen.findByRole('region', { name: 'Wann die Batterie wieder von der Sonne lebt' })
  await within(card).findByText(/^Mit viel Sonne ab dem 19\. Juni; am ehesten erst nach dem 20\. Juni\.$/)
  expect(plain(card.textContent)).toContain('nicht das Wetter')
  expect(within(card).getByRole('img').getAttribute('aria-label')).toMatch(
    /gegen den Bedarf von 4,1\skWh am Tag/,
  )
})

it('FCT-54 says that nothing can be concluded', async () => {
  await openQuality()
  expect(await screen.findByText(/^Das lässt sich noch nicht sagen/)).toBeDefined()
})
