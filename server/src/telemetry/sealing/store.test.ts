import { describe, expect, it } from 'vitest'
import { setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import { sealedStore } from './store.ts'

const { db, system, newSystem, reading, tell } = setUpTelemetry()
const DAY = Date.parse('2026-06-16T22:00:00Z')
const at = (ms: number) => new Date(DAY + ms)

describe('days as they are stored', () => {
  it('PRD-03 are due only if they are over in their own time zone', async () => {
    await tell(reading(at(0)))
    const due = async (until: number, timeZone = 'Europe/Berlin') =>
      (await sealedStore(db()).due([{ timeZone, until: at(until) }], 0, 10)).map((one) => one.system)
    expect([await due(0), await due(1)]).toEqual([[], [system().id]])
    expect(await due(1, 'Europe/Lisbon')).toEqual([])
  })

  it('CHT-10 of which readings came late are found by system and by when they begin', async () => {
    const heard = at(1000)
    await db().run('insert into late_day (system, start, until, heard_at) values ($1, $2, $3, $4)', [
      ...[system().id, at(0), at(900), heard],
    ])
    const late = async (from: number, until: number, id = system().id) =>
      (await sealedStore(db()).late(id, at(from), at(until))).map(({ heardAt }) => heardAt)
    expect([await late(-1, 0), await late(-1, 1)]).toEqual([[], [heard]])
    expect([await late(0, 1), await late(1, 2)]).toEqual([[heard], []])
    expect(await late(-1, 1, (await newSystem()).id)).toEqual([])
  })
})
