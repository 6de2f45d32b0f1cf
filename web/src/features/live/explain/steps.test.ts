import type { SocStep } from '@kellersonne/core/energy/forecast/charge'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { percent, watts } from '@kellersonne/core/units/units'
import { expect, it } from 'vitest'
import { stepsShown } from './steps.ts'

const start = new Date('2026-06-18T09:53:00Z')
/** Quarter hours from 11:53 in Berlin; PV rises by 100 W with each. */
const steps = (count: number): SocStep[] =>
  Array.from({ length: count }, (_, i) => {
    const quarter = Math.floor(start.getTime() / QUARTER_MS) + i
    return {
      from: i === 0 ? start : new Date(quarter * QUARTER_MS),
      until: new Date((quarter + 1) * QUARTER_MS),
      pv: watts(i * 100),
      load: watts(300),
      battery: watts(0),
      gain: watts(-5),
      soc: [percent(50 - i), percent(49 - i)],
    }
  })

it('DSH-11 steps are shown every three hours of the day at the system, and at their end', () => {
  const shown = stepsShown(steps(22), 'Europe/Berlin')
  expect(shown.map(({ until }) => until.toISOString().slice(11, 16))).toEqual(['10:00', '13:00', '15:15'])
  expect(shown.map(({ soc }) => soc)).toEqual([49, 37, 28])
})

it('DSH-11 their powers are means by time, also where a step is cut', () => {
  const [first, second] = stepsShown(steps(13), 'Europe/Berlin')
  expect(first).toMatchObject({ pv: 0, load: 300 })
  expect(second?.pv).toBe(650)
})

it('DSH-11 of nothing there is nothing to show', () => {
  expect(stepsShown([], 'Europe/Berlin')).toEqual([])
})
