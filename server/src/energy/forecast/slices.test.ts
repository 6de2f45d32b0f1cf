import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NOW, setUpForecasts } from '../../../test/set-up/forecasts.ts'
import type { Sql } from '../../platform/db/database.ts'
import { makeForecasts } from './making.ts'
import { qualityOf } from './record/quality.ts'

const { db, newSystem, report, make } = setUpForecasts()
const wavy = (at: Date) => ({
  pv: Math.max(0, 3000 * Math.sin((at.getUTCHours() - 5) / 4)),
  load: 500 + 200 * Math.sin(at.getTime() / 1e7),
})

/** Whatever is done takes 10 ms. */
beforeEach(() => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
})
afterEach(() => void vi.restoreAllMocks())

/** Does some work in the database; resolves to what it asked, and others' turns between each answer and the next question. */
async function askedBy(work: (sql: Sql) => Promise<unknown>) {
  const asked: { text: string; turns: number; longest: number }[] = []
  let [isOver, isWorking] = [false, false]
  const tick = () => {
    const last = asked.at(-1)
    if (last && isWorking) last.turns += 1
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  const note = (query: Parameters<Sql['rows']>[1], rows: readonly unknown[]) => {
    const values = rows.flatMap((one) => (typeof one === 'object' && one ? Object.values(one) : []))
    const longest = Math.max(0, ...values.map((one) => (Array.isArray(one) ? one.length : 0)))
    isWorking = true
    asked.push({ text: typeof query === 'string' ? query : query.text, turns: 0, longest })
  }
  await db().transaction(async (sql) => {
    const rows: Sql['rows'] = async (row, text, values) => {
      isWorking = false
      const found = await sql.rows(row, text, values)
      note(text, found)
      return found
    }
    const run: Sql['run'] = async (text, values) => {
      isWorking = false
      const count = await sql.run(text, values)
      note(text, [])
      return count
    }
    const row: Sql['row'] = async (...query) => (await rows(...query))[0]
    await work({ rows, row, run })
    isOver = true
  })
  return asked
}

/** Makes what is due; resolves to what was asked, and to others' turns from the last answer with `text` on until what was learnt is kept. */
async function learning(text: string, now = NOW) {
  const asked = await askedBy(async (sql) => {
    while (await makeForecasts(sql, now));
  })
  const kept = asked.findIndex((one) => one.text.includes('insert into forecast_memory'))
  const first = asked.findLastIndex((one, i) => i < kept && one.text.includes(text))
  expect([kept, first]).not.toContain(-1)
  return { asked, turns: asked.slice(first, kept).reduce((sum, { turns }) => sum + turns, 0) }
}

describe('a year of a system', () => {
  it('FCT-09 F14 is read as few values, and keeps nobody waiting while it is evaluated', async () => {
    const system = await newSystem()
    await report(system, 100, wavy)
    const { asked, turns } = await learning('sealed_day')
    expect(Math.max(...asked.map(({ longest }) => longest))).toBeLessThan(100)
    // Columns, what was curtailed, two days of PV and load at five times of issue each.
    expect(turns).toBeGreaterThan(20)
  })

  it('FCT-09 F14 keeps nobody waiting while more is learnt from it', async () => {
    const system = await newSystem()
    await report(system, 100, wavy)
    await make()
    const { turns } = await learning('from forecast_memory', new Date(NOW.getTime() + 900_000))
    expect(turns).toBeGreaterThan(20)
  })

  it('API-14 F14 keeps nobody waiting while its record is summed up', async () => {
    const system = await newSystem()
    await report(system, 100, wavy)
    await make()
    const asked = await askedBy((sql) => qualityOf(sql, system, NOW))
    expect(asked.at(-1)?.turns).toBeGreaterThan(4)
  })
})
