import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { asOwner, lastSeen, open } from '../../../../test/dashboard.tsx'

asOwner()
const now = lastSeen(0)

it.each([
  ['three with short names stand as they are', [1, 2, 3], 1, false],
  ['two with long names stand close together', [1, 1], 1, true],
  ['four stand close together', [1, 2, 3, 4], 4, true],
])('SHL-12 DSH-03 of the small gauges, %s', async (_, phases, phase, isTight) => {
  await open(...phases.map((on, i) => liveSystem(i + 1, { ...now, phase: on })))
  const [gauge] = screen
    .getAllByRole('button', { name: new RegExp(`^L${phase}`) })
    .filter((one) => one.hasAttribute('aria-pressed'))
  expect(gauge?.parentElement?.hasAttribute('data-tight')).toBe(isTight)
})
