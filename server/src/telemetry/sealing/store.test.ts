import { watts } from '@kellersonne/core/units/units'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import { openDays } from './opening.ts'
import { type SystemDay, sealedStore } from './store.ts'

const { db, system, newSystem, reading, report } = setUpTelemetry()
const DAY = Date.parse('2026-06-16T22:00:00Z')
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const at = (ms: number) => new Date(DAY + ms)

/** The day of a system that begins a number of ms after midnight in Berlin. */
const dayOf = (id: number, ms = 0): SystemDay => ({ system: id, start: at(ms), until: at(ms + DAY_MS) })
/** Resolves to which systems have sealed days, and when these begin. */
const sealedDays = (...systems: number[]) =>
  db().rows(
    z.object({ system: z.int(), start: z.date() }),
    'select system, start from sealed_day where system = any($1) order by system, start',
    [systems],
  )
const open = (id: number, ms: number, mayOpen = true) =>
  openDays(db(), [{ system: id, at: at(ms), mayOpen }], at(ms))
const none = { opened: [], waiting: [], closed: [] }
/** Resolves to the system's quarters, whole. */
const quarters = (id: number) =>
  db().rows(
    z.object({ row: z.string() }),
    'select t::text as row from quarter t where system = $1 order by at',
    [id],
  )

describe('days as they are stored', () => {
  it('PRD-03 are due only if they are over in their own time zone', async () => {
    await report(reading(at(0)))
    const due = async (until: number, timeZone = 'Europe/Berlin') =>
      (await sealedStore(db()).due([{ timeZone, until: at(until) }], 0, 10)).map((one) => one.system)
    expect([await due(0), await due(1)]).toEqual([[], [system().id]])
    expect(await due(1, 'Europe/Lisbon')).toEqual([])
  })

  it('CHT-10 of which readings came late are found by system and by when they begin', async () => {
    const seenAt = at(1000)
    await db().run('insert into late_day (system, start, until, heard_at) values ($1, $2, $3, $4)', [
      ...[system().id, at(0), at(900), seenAt],
    ])
    const late = async (from: number, until: number, id = system().id) =>
      (await sealedStore(db()).late(id, at(from), at(until))).map(({ lastSeenAt }) => lastSeenAt)
    expect([await late(-1, 0), await late(-1, 1)]).toEqual([[], [seenAt]])
    expect([await late(0, 1), await late(1, 2)]).toEqual([[seenAt], []])
    expect(await late(-1, 1, (await newSystem()).id)).toEqual([])
  })

  it('PRD-03 are due in the order of their systems, at most as many systems as are asked for', async () => {
    const [first, other] = [system(), await newSystem()]
    await report(reading(at(0)), { ...reading(at(0)), system: other.id })
    const due = async (from: number, limit: number) =>
      (await sealedStore(db()).due([{ timeZone: 'Europe/Berlin', until: at(1) }], from, limit)).map(
        (one) => one.system,
      )
    expect([await due(first.id, 1), await due(first.id, 2)]).toEqual([[first.id], [first.id, other.id]])
  })

  it('PRD-03 are opened by a late reading of their own system only, whenever the days of another begin', async () => {
    const [berlin, lisbon] = [system(), await newSystem()]
    await report(reading(at(2 * HOUR_MS)), { ...reading(at(2 * HOUR_MS)), system: lisbon.id })
    await sealedStore(db()).seal([dayOf(berlin.id), dayOf(lisbon.id, HOUR_MS)], at(DAY_MS))
    expect(await open(berlin.id, 3 * HOUR_MS)).toEqual({ ...none, opened: [berlin.id] })
    expect(await sealedDays(berlin.id, lisbon.id)).toEqual([{ system: lisbon.id, start: at(HOUR_MS) }])
  })

  it('PRD-03 become the quarters that they were sealed from again, and no others, when they are opened', async () => {
    await report(reading(at(0), { grid: watts(100) }), reading(at(HOUR_MS), { pv: watts(5) }))
    const before = await quarters(system().id)
    await sealedStore(db()).seal([dayOf(system().id)], at(DAY_MS))
    expect(await quarters(system().id)).toEqual([])
    await open(system().id, 1)
    expect(before).toHaveLength(2)
    expect(await quarters(system().id)).toEqual(before)
  })

  it('PRD-03 stay sealed once a raw reading of theirs is gone', async () => {
    await report(reading(at(0)), reading(at(HOUR_MS)))
    const day = dayOf(system().id)
    await sealedStore(db()).seal([day], at(DAY_MS))
    await db().run('delete from reading where system = $1 and at = $2', [system().id, at(0)])
    expect(await open(system().id, 2 * HOUR_MS)).toEqual({ ...none, closed: [0] })
    expect(await sealedDays(system().id)).toEqual([{ system: system().id, start: at(0) }])
    expect(await quarters(system().id)).toEqual([])
  })

  it('PRD-03 stay sealed once raw readings of one of their UTC days are gone, or are about to be deleted', async () => {
    const [lost, given] = [system(), await newSystem()]
    const hours = [0, 3].map((hour) => reading(at(hour * HOUR_MS)))
    await report(...hours, ...hours.map((one) => ({ ...one, system: given.id })))
    await sealedStore(db()).seal([dayOf(lost.id), dayOf(given.id)], at(DAY_MS))
    await db().run('delete from reading where system = $1 and at = $2', [lost.id, at(3 * HOUR_MS)])
    await sealedStore(db()).giveUpRaw([dayOf(given.id)])
    for (const { id } of [lost, given]) expect(await open(id, HOUR_MS)).toEqual({ ...none, closed: [0] })
  })

  it('PRD-03 stay sealed where a reading comes again, or where they may not be opened yet', async () => {
    await report(reading(at(0)))
    const day = dayOf(system().id)
    await sealedStore(db()).seal([day], at(DAY_MS))
    expect([await open(system().id, 0), await open(system().id, 1, false)]).toEqual([
      none,
      { ...none, waiting: [[0]] },
    ])
    expect(await sealedDays(system().id)).toHaveLength(1)
  })
})
