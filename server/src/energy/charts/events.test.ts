import { getEvents } from '@kellersonne/contract/energy/events'
import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../../test/api.ts'
import { HOUR_MS, JUNE_9, OTHER, SN, setUpCharts } from '../../../test/set-up/charts.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import type { Item } from '../../telemetry/intake/batch.ts'

const { api, systems, measure, seal, ask } = setUpCharts()

/** Inserts a number of a system's commands or updates, a second apart, all of them over. */
const insert = {
  command: (system: number, from: Date, count: number) =>
    api().db.run(
      `insert into command (system, since, name, asked_at, state, ended_at)
       select system, since, 'off', $2::timestamptz + i * interval '1 second', 'done', $2 from ownership,
         generate_series(1, $3) as i where system = $1 and until is null`,
      [system, from, count],
    ),
  async update(system: number, from: Date, count: number) {
    await api().db.run(`insert into release_key (id, public_key, added_at) values ('k', 'p', now())`)
    await api().db.run(
      `insert into release (chip, version, size, sha256, sha1, key, signature, notes, share, published_at)
       values ('bms', '2.0.0', 1, repeat('a', 64), repeat('a', 40), 'k', 's', '{"de": "a", "en": "b"}', 100, now())`,
    )
    await api().db.run(
      `with begun as (
         insert into firmware_update (system, since, asked_at)
         select system, since, $2::timestamptz + i * interval '1 second' from ownership, generate_series(1, $3) as i
         where system = $1 and until is null returning id, system, asked_at)
       insert into update_action (system, firmware_update, part, release, state, begun_at, ended_at)
       select begun.system, begun.id, 1, release.id, 'finished', asked_at, asked_at from begun, release`,
      [system, from, count],
    )
  },
}

describe('events', () => {
  it('CHT-10 lists messages, outages, late data and calibrations in the order of time', async () => {
    const system = systems()[1] ?? 0
    const at = (hours: number) => new Date(JUNE_9 + hours * HOUR_MS)
    const state = (hours: number, message2: string[], calibration_days: number): Item => ({
      ...{ kind: 'state', system, receivedAt: at(hours) },
      state: {
        at: at(hours),
        status: 'on',
        message1: [],
        message2,
        errors: [],
        sensors: [],
        display: 'normal',
        versions: {},
        calibration_days,
      },
    })
    await storeBatch(api().db, [state(1, [], 3), state(2, ['relay', 'ein'], 0), state(3, [], 30)])
    await seal()
    await measure(1, JUNE_9 + 12 * HOUR_MS, 4, 1)
    const answer = await ask('/api/auth/events/', {
      sn: OTHER,
      from_date: '2026-06-09',
      until_date: '2026-06-10',
    })
    const { events, more } = getEvents.response.parse(answer.json())
    expect(more).toBe(false)
    expect(events.map(({ kind, from }) => [kind, from && (Date.parse(from) - JUNE_9) / HOUR_MS])).toEqual([
      ['late', 0],
      ['message', 2],
      ['offline', 2],
      ['calibration', 3],
      ['offline', 13],
    ])
  })

  it.each(['command', 'update'] as const)(
    'CHT-10 lists five hundred %ss, and that there are more',
    async (kind) => {
      const [system = 0] = systems()
      await measure(0, Date.parse('2026-07-31T22:00:00Z'), 96, 1)
      await insert[kind](system, new Date('2026-08-01T10:00:00Z'), 501)
      const query = { sn: SN, from_date: '2026-08-01', until_date: '2026-08-02' }
      const answer = getEvents.response.parse((await ask('/api/auth/events/', query)).json())
      expect([answer.events.length, answer.more]).toEqual([500, true])
      expect(new Set(answer.events.map((event) => event.kind))).toEqual(new Set([kind]))
      await api().db.run('truncate command, update_action, firmware_update')
    },
  )

  it('CHT-10 lists five hundred events as all there are', async () => {
    const [system = 0] = systems()
    await measure(0, Date.parse('2026-08-31T22:00:00Z'), 96, 1)
    await insert.command(system, new Date('2026-09-01T10:00:00Z'), 500)
    const query = { sn: SN, from_date: '2026-09-01', until_date: '2026-09-02' }
    const { events, more } = getEvents.response.parse((await ask('/api/auth/events/', query)).json())
    expect([events.length, more]).toEqual([500, false])
    await api().db.run('truncate command')
  })

  it('CHT-10 refuses a range that ends before it begins', async () => {
    const answer = await ask('/api/auth/events/', {
      sn: SN,
      from_date: '2026-06-10',
      until_date: '2026-06-10',
    })
    expectProblem(answer, 400, 'input_invalid')
  })
})
