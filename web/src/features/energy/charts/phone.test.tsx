import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { screenOf } from '../../../../test/dashboard.tsx'
import { chart, onChartsPage, open } from '../../../../test/energy/chartsPage.tsx'

onChartsPage()

it.each([
  ['1002', 'L2'],
  ['-1', 'Gesamt'],
])('CHT-06 on a phone the system is named above its chart: %s', async (sn, name) => {
  screenOf(390)
  await open(`?date=2026-06-09&sn=${sn}`)
  await chart()
  expect(screen.getAllByText(name)).toHaveLength(1)
})

it('CHT-08 on a phone the choices are in a drawer and the values below', async () => {
  screenOf(390)
  await open('?date=2026-06-09')
  await chart()
  fireEvent.click(screen.getByRole('button', { name: 'Auswahl' }))
  const drawer = screen.getByRole('dialog')
  expect(within(drawer).getByRole('checkbox', { name: /Ladezustand/ })).toBeDefined()
  expect(within(drawer).getByRole('radio', { name: 'L2' })).toBeDefined()
})
