import { describe, expect, it } from 'vitest'
import { ago, setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import { readingPages, statePages } from './pages.ts'

const { db, system, newSystem, reading, state, report } = setUpTelemetry()
const later = (instant: Date) => new Date(instant.getTime() + 1)

async function allOf<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const page of pages) all.push(page)
  return all
}
/** Resolves to the times of the readings and states exported for a period. */
async function reported(since: Date, until: Date) {
  const period = { system: system().id, since, until }
  const lines = (await allOf(readingPages(db(), period))).join('').split('\r\n').filter(Boolean)
  const states = (await allOf(statePages(db(), period))).flat()
  return [lines.map((line) => new Date(line.split(',')[0] ?? '')), states.map(({ at }) => at)]
}

describe("what is exported of a unit's messages", () => {
  it('SET-06 AUT-12 is that of one system, from its first instant to just before its last', async () => {
    const other = await newSystem()
    const all = [90, 60, 30].map((seconds) => ago(seconds))
    await report(...all.flatMap((at) => [reading(at), state(at)]))
    await report(...[reading(ago(70)), state(ago(70))].map((item) => ({ ...item, system: other.id })))
    const [first = ago(0), second = ago(0), third = ago(0)] = all
    expect(await reported(first, later(third))).toEqual([all, all])
    expect(await reported(later(first), third)).toEqual([[second], [second]])
  })
})
