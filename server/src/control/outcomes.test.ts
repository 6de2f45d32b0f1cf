import { ACCEPT_MS } from '@kellersonne/core/control/commands'
import { eventually } from '@kellersonne/testing/eventually'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpCommands } from '../../test/set-up/commands.ts'
import { announceSystems } from '../telemetry/readings/system-changed.ts'
import { endOverdue } from './overdue.ts'

const { api, unit, others, seeOnline, given, read, listed, report } = setUpCommands()
const refusals = () =>
  api().db.rows(
    z.object({ system: z.int(), reason: z.string(), payload: z.string() }),
    'select system, reason, payload from refused',
  )

/** Resolves once every notification sent so far has been delivered: they arrive in the order of their commits. */
async function receivedAll() {
  const nobodys = 999_999
  const delivered = Promise.withResolvers<void>()
  const unwatch = api().notifier.watch(new Set([nobodys]), () => delivered.resolve())
  await announceSystems(api().db, [nobodys])
  await delivered.promise
  unwatch()
}

describe('what a unit says', () => {
  it('API-07 too late counts for nothing, and is kept', async () => {
    const { id, deadline } = await given()
    api().clock.skip(ACCEPT_MS)
    expect(await read(id)).toMatchObject({ state: 'timed_out', ended_at: deadline, deadline: null })
    await report(unit(), [id, 'accepted'], [id, 'done'])
    expect(await read(id)).toMatchObject({
      ...{ state: 'timed_out', ended_at: deadline, accepted_at: null },
      outcomes: [{ outcome: 'accepted' }, { outcome: 'done' }],
    })
  })

  it('API-07 too late counts for nothing even if nobody has looked before, and the next command goes through', async () => {
    const { id } = await given()
    api().clock.skip(ACCEPT_MS)
    await seeOnline(unit(), true)
    const { id: second } = await given({ command: 'off' })
    await report(unit(), [id, 'done'], [second, 'done'])
    expect((await listed()).commands.map(({ state }) => state)).toEqual(['done', 'timed_out'])
  })

  it('API-07 twice or against itself changes nothing: the first that is final counts', async () => {
    const { id } = await given()
    const both: [string, 'accepted'] = [id, 'accepted']
    await report(unit(), both, both, [id, 'done'], [id, 'refused', 'stopped'])
    const { ended_at } = await read(id)
    api().clock.skip(10)
    await report(unit(), [id, 'done'])
    const { state, reason, outcomes, ended_at: still } = await read(id)
    expect({ state, reason, still }).toEqual({ state: 'done', reason: null, still: ended_at })
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'accepted',
      'accepted',
      'done',
      'refused',
      'done',
    ])
  })

  it('API-07 without end is kept within bounds', async () => {
    const { id } = await given()
    for (let i = 0; i < 3; i += 1)
      await report(unit(), ...Array.from({ length: 10 }, (): [string, 'accepted'] => [id, 'accepted']))
    expect((await read(id)).outcomes).toHaveLength(20)
  })

  it("API-07 about another unit's command, an unknown one or none at all is refused and kept as that", async () => {
    const { id } = await given()
    const unknown = '0d9a6f2c-7d0c-4b61-9c6f-3f0a4c0f3b11'
    await report(others(), [id, 'refused', 'mine'], [unknown, 'done'], ['a', 'done'])
    expect(await read(id)).toMatchObject({ state: 'waiting', outcomes: [] })
    const kept = await refusals()
    expect(kept.map(({ payload }) => z.object({ id: z.string() }).parse(JSON.parse(payload)).id)).toEqual([
      ...[id, unknown, 'a'],
    ])
    expect(new Set(kept.map(({ system, reason }) => `${system} ${reason}`))).toEqual(
      new Set([`${others()} unknown_command`]),
    )
  })

  it('DSH-10 is announced as it is stored, and so is a command that times out', async () => {
    const { id } = await given()
    await receivedAll()
    const seen: string[] = []
    const unwatch = api().notifier.watch(
      new Set([unit()]),
      () => void read(id).then(({ state }) => seen.push(state)),
    )
    await report(unit(), [id, 'accepted'])
    await eventually(() => expect(seen).toEqual(['accepted']))
    api().clock.skip(60_000)
    await api().db.transaction((sql) => endOverdue(sql, api().now()))
    await eventually(() => expect(seen).toContain('timed_out'))
    unwatch()
  })
})
