import type { ChartEvent } from '@kellersonne/contract/energy/events'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { expect, it } from 'vitest'
import { marksOf } from './marks.tsx'

const at = (hour: number) => Date.parse(`2026-06-18T${String(hour).padStart(2, '0')}:00:00Z`)
const message = (from: number | null, until: number | null): ChartEvent => ({
  ...{ kind: 'message', sn: serialNumber.parse('1001'), code: 'i2', severity: 'danger', count: 1 },
  from: from === null ? null : new Date(from).toISOString(),
  until: until === null ? null : new Date(until).toISOString(),
})
const edges = [at(0), at(12), at(23)]
const spanOf = (event: ChartEvent, now: number) => {
  const [mark] = marksOf([event], { edges, now }, () => '')
  return [mark?.at, mark?.until]
}

it.each([
  ['an open message lasts until now', message(at(8), null), at(10), [at(8), at(10)]],
  ['on a day that is over, until its end', message(at(8), null), at(23) + 86_400_000, [at(8), at(23)]],
  ['one from before begins with the range', message(null, at(9)), at(10), [at(0), at(9)]],
])('CHT-10 %s', (_, event, now, expected) => {
  expect(spanOf(event, now)).toEqual(expected)
})
