import type { CounterName } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { expect, it } from 'vitest'
import { pack, partsOf } from './packed.ts'

const DAY = 96
const START = Date.UTC(2026, 0, 1)
const at = (quarter: number) => START + quarter * QUARTER_MS
const counterOf = (...quarters: number[]) => new Map(quarters.map((quarter) => [at(quarter), quarter]))

it('GWY-40 F1 a file is compared a month at a time, in order of time, with nothing lost', () => {
  const energies = new Map<CounterName, Map<number, number>>([
    ['pv', counterOf(31 * DAY, 0, 31 * DAY - 1, 4000 * DAY)],
    ['import', counterOf(1, 31 * DAY + 1)],
    ['charge', counterOf()],
  ])
  const parts = [...partsOf(pack(energies))]
  expect(parts.map(({ quarters }) => quarters)).toEqual([
    [at(0), at(1), at(31 * DAY - 1)],
    [at(31 * DAY), at(31 * DAY + 1)],
    [at(4000 * DAY)],
  ])
  expect(
    parts.map((part) => [...part.energies].map(([counter, found]) => [counter, ...found.values()])),
  ).toEqual([
    [['pv', 0, 31 * DAY - 1], ['import', 1], ['charge']],
    [['pv', 31 * DAY], ['import', 31 * DAY + 1], ['charge']],
    [['pv', 4000 * DAY], ['import'], ['charge']],
  ])
  expect([...partsOf(pack(new Map()))]).toEqual([])
})
