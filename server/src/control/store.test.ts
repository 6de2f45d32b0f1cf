import { serialNumber } from '@kellersonne/contract/systems/systems'
import { describe, expect, it } from 'vitest'
import { setUpCommands } from '../../test/set-up/commands.ts'
import { commandStore } from './store.ts'

const { anna, api, given, seeOnline, report, unit } = setUpCommands()
const SINCE = new Date('2026-01-01T00:00:00Z')
const [FIRST, SECOND] = [serialNumber.parse('1001'), serialNumber.parse('1002')]
const ids = (commands: readonly { readonly id: string }[]) => commands.map(({ id }) => id)

/** Issues a command that stays pending; resolves to its times in ms. */
async function waiting() {
  const { id, asked_at, deadline } = await given()
  return { id, at: Date.parse(asked_at), deadline: Date.parse(deadline ?? '') }
}

describe('a command as it is stored', () => {
  it('PRD-04 is sent until its deadline, and is overdue from then on', async () => {
    const { deadline } = await waiting()
    const store = commandStore(api().db)
    const each = async (at: number) => {
      const now = new Date(at)
      return [(await store.waiting(null, now)).length, (await store.lockOverdueCommands(now, 1)).length]
    }
    expect([await each(deadline - 1), await each(deadline)]).toEqual([
      [1, 0],
      [0, 1],
    ])
  })

  it('CHT-10 belongs to the time that begins with it, not to the one that ends there', async () => {
    const { at } = await waiting()
    const during = async (from: number, until: number) =>
      (await commandStore(api().db).during(unit(), SINCE, new Date(from), new Date(until), 10)).length
    expect([await during(at, at + 1), await during(at - 1, at), await during(at + 1, at + 2)]).toEqual([
      1, 0, 0,
    ])
  })

  /** Issues one command for each of two systems owned since then, the second system's first. */
  async function two() {
    await seeOnline(anna().systems[1] ?? 0, true)
    const later = await given({ sn: SECOND })
    api().clock.skip(10)
    return [later.id, (await given({ sn: FIRST })).id] as const
  }

  it('SET-06 CHT-10 AUT-12 is listed among those of its system, the oldest first, so many of them', async () => {
    await two()
    const store = commandStore(api().db)
    const [first = ''] = ids(await store.since(unit(), SINCE, 10, 0))
    await report(unit(), [first, 'done'])
    api().clock.skip(10)
    const { id } = await given({ command: 'off' })
    const since = async (limit: number, offset: number) =>
      ids(await store.since(unit(), SINCE, limit, offset))
    expect([await since(1, 0), await since(2, 0), await since(1, 1)]).toEqual([[first], [first, id], [id]])
    const during = async (limit: number) => ids(await store.during(unit(), SINCE, SINCE, api().now(), limit))
    expect([await during(1), await during(2)]).toEqual([[first], [first, id]])
  })

  it('DSH-10 is counted among those of its system alone', async () => {
    const [, first] = await two()
    const { total, commands } = await commandStore(api().db).page(FIRST, anna(), {
      limit: 10,
      offset: 0,
    })
    expect([total, ids(commands)]).toEqual([1, [first]])
  })

  it('API-07 waits for its own unit, those given first come first', async () => {
    const [early, late] = await two()
    const waiting = async (sns: (typeof FIRST)[] | null) =>
      ids(await commandStore(api().db).waiting(sns, api().now()))
    expect([await waiting([FIRST]), await waiting([SECOND]), await waiting([])]).toEqual([
      [late],
      [early],
      [],
    ])
    expect([await waiting(null), await waiting([FIRST, SECOND])]).toEqual([
      [early, late],
      [early, late],
    ])
  })

  it('API-07 is held by its id, all in the order of these, of overdue ones so many', async () => {
    const both = await two()
    const store = commandStore(api().db)
    expect(ids(await store.lockCommands(both.slice(0, 1)))).toEqual(both.slice(0, 1))
    expect(ids(await store.lockCommands(both))).toEqual(both.toSorted())
    const overdue = async (limit: number) =>
      ids(await store.lockOverdueCommands(new Date(api().now().getTime() + 3_600_000), limit))
    expect([await overdue(1), await overdue(9)]).toEqual([both.toSorted().slice(0, 1), both.toSorted()])
  })
})
