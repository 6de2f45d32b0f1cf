import { toMessages } from '@kellersonne/contract/messages/messages'
import {
  type MessageList,
  messageLists,
  type StateMessage,
  statePayload,
} from '@kellersonne/contract/telemetry/device'
import {
  type ActiveMessages,
  type Change,
  changesBetween,
  type Episode,
  foldChanges,
} from '@kellersonne/core/messages/episodes'
import { byText } from '@kellersonne/core/units/order'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpTelemetry } from '../../test/set-up/telemetry.ts'
import { currentValues } from '../energy/current.ts'
import type { ItemOf } from '../telemetry/intake/batch.ts'
import { statesWithin } from '../telemetry/readings/states.ts'
import { listEpisodes } from './list.ts'

const { db, system, begin, report } = setUpTelemetry()
const START = Date.parse('2026-06-18T06:00:00Z')
const minute = (m: number) => new Date(START + m * 60_000)
type Lists = Partial<Pick<StateMessage, MessageList>>
/** A state that tells nothing but its status and these lists. */
const little = (m: number, lists: Lists = {}): ItemOf<'state'> => ({
  ...{ kind: 'state', system: system().id, receivedAt: minute(m) },
  state: statePayload.parse({ ...lists, status: 'on', at: minute(m).toISOString() }),
})
const row = z.object({
  code: z.string(),
  raisedAt: z.date(),
  resolvedAt: z.nullable(z.date()),
  count: z.int(),
})
const kept = (): Promise<Episode[]> =>
  db().rows(
    row,
    `select code, raised_at as "raisedAt", resolved_at as "resolvedAt", count from episode
     where system = $1 order by raised_at, code collate "C"`,
    [system().id],
  )
const episode = (code: string, raised: number, resolved: number | null, count = 1): Episode => ({
  ...{ code, count, raisedAt: minute(raised) },
  resolvedAt: resolved === null ? null : minute(resolved),
})
const error = (code: number, m: number) => ({ code, at: minute(m).toISOString() })

const codesIn = (messages: Iterable<ActiveMessages>) =>
  new Set([...messages].flatMap((one) => one.messages.map(({ code }) => code)))

/** The episodes of states in order of time, each list carried on where a state leaves it out. */
function inOrder(items: readonly ItemOf<'state'>[]): Episode[] {
  const held = new Map<MessageList, ActiveMessages>()
  const changes: Change[] = []
  for (const { state } of items.toSorted((a, b) => a.state.at.getTime() - b.state.at.getTime())) {
    const before = codesIn(held.values())
    const own = messageLists.flatMap((list) => {
      if (state[list] === undefined) return []
      const after = { at: state.at, messages: toMessages({ [list]: state[list] }) }
      const found = changesBetween(held.get(list) ?? null, after)
      held.set(list, after)
      return found
    })
    const after = codesIn(held.values())
    for (const code of new Set([...before, ...after])) {
      if (before.has(code) === after.has(code)) continue
      const times = own.flatMap((one) =>
        one.code === code && one.raised === after.has(code) ? [one.at.getTime()] : [],
      )
      changes.push({ code, raised: after.has(code), at: new Date(Math.min(...times)) })
    }
  }
  return [...Map.groupBy(changes, ({ code }) => code).values()]
    .flatMap((own) => foldChanges(null, own))
    .sort((a, b) => a.raisedAt.getTime() - b.raisedAt.getTime() || byText(a.code, b.code))
}

describe('states that hold little', () => {
  it('ENT-07 ENT-06 resolve no message of a list that they leave out', async () => {
    await report(little(0, { message1: ['sm2'], message2: ['relay'], errors: [error(4113, 0)] }))
    await report(little(5))
    await report(little(6, { message1: [] }))
    expect(await kept()).toEqual([episode('4113', 0, null), episode('relay', 0, null), episode('sm2', 0, 6)])
    await report(little(7, { message2: [] }), little(9, { errors: [] }))
    expect(await kept()).toEqual([episode('4113', 0, 9), episode('relay', 0, 7), episode('sm2', 0, 6)])
  })

  it('ENT-07 ENT-06 resolve the messages of a list that they take back', async () => {
    await report(little(0, { message2: ['relay'], errors: [error(4113, 0)] }))
    await report(little(5, { message2: null, errors: null }))
    expect(await kept()).toEqual([episode('4113', 0, 5), episode('relay', 0, 5)])
  })

  it('ENT-07 ENT-06 a message goes on that has moved from one list to another', async () => {
    await report(little(0, { message1: ['u'] }))
    await report(little(20, { message1: [], message2: ['u'] }))
    await report(little(40, { message1: [] }))
    expect(await kept()).toEqual([episode('u', 0, null)])
    await report(little(60, { message2: [] }))
    expect(await kept()).toEqual([episode('u', 0, 60)])
  })

  it('ENT-07 ENT-06 a late one changes what follows it, up to the next that holds the same list', async () => {
    await report(little(0, { message2: [] }))
    for (let m = 20; m < 60; m += 1) await report(little(m))
    await report(little(60, { message2: ['u'] }), little(61), little(90, { message2: [] }))
    expect(await kept()).toEqual([episode('u', 60, 90)])
    await report(little(10, { message2: ['u', 'relay'] }))
    expect(await kept()).toEqual([episode('relay', 10, 60), episode('u', 10, 90)])
  })

  it('ENT-07 ENT-06 an error begins at the instant that its entry names, however many states reported other things meanwhile', async () => {
    await report(little(0, { message2: [], errors: [] }))
    await report(little(10), little(11, { message2: ['u'] }), little(12, { errors: [error(4113, 3)] }))
    expect(await kept()).toEqual([episode('4113', 3, null), episode('u', 11, null)])
  })
})

describe('a new owner', () => {
  it('ENT-07 ENT-06 AUT-12 sees no message of the former one’s that the unit has not reported again', async () => {
    await report(little(0, { message1: ['sm2'], message2: ['u'], errors: [error(4113, 0)] }))
    const codes = async () => {
      const known = await statesWithin(db(), [{ system: system().id, since: minute(10), until: null }])
      const { total, episodes } = await listEpisodes(
        db(),
        known,
        { open: null, severity: null, states: true, code: null },
        { skip: 0, take: 10 },
      )
      expect(total).toBe(episodes.length)
      const [current] = await currentValues(db(), [{ ...system(), visible_from: minute(10) }])
      const active = current?.current.messages.map(({ code }) => code)
      return [new Set(episodes.map(({ code }) => code)), active]
    }
    await report(little(20), little(30, { message1: ['sm2', 'sm_test'] }))
    expect(await codes()).toEqual([new Set(['sm_test']), ['sm2', 'sm_test']])
    await report(little(40, { message2: ['u'] }), little(50, { errors: [] }), little(60, { message1: [] }))
    expect(await codes()).toEqual([new Set(['sm2', 'sm_test', 'u']), ['u']])
  })
})

const list = (codes: readonly string[]) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 3, arbitrary: fc.subarray([...codes]) },
  )
const fields = fc.tuple(
  fc.nat(90),
  list(['u', 'relay', '4113']),
  list(['u', 'i2']),
  fc.option(fc.array(fc.nat(90), { maxLength: 1 }), { nil: undefined }),
)
const reported = fc
  .uniqueArray(fields, { selector: ([m]) => m, minLength: 1, maxLength: 30 })
  .chain((all) =>
    fc.tuple(
      fc.constant(all),
      fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }),
      fc.integer({ min: 1, max: 8 }),
    ),
  )
const item = ([m, message1, message2, errors]: [
  number,
  string[] | undefined,
  string[] | undefined,
  number[] | undefined,
]) =>
  little(m, {
    ...(message1 && { message1 }),
    ...(message2 && { message2 }),
    ...(errors && { errors: errors.map((one) => error(4113, one)) }),
  })

/** The entry of a later state names an instant before the same code was raised in another list. */
const EARLIER_ENTRY: Parameters<typeof item>[0][] = [
  [1, ['4113'], [], undefined],
  [2, [], undefined, undefined],
  [3, [], undefined, [0]],
]

/** A late state raises in one list what another has raised and resolved several times since. */
const HELD_THROUGHOUT: Parameters<typeof item>[0][] = [
  [21, ['u'], undefined, undefined],
  [30, [], undefined, undefined],
  [63, ['u'], undefined, undefined],
  [70, [], undefined, undefined],
  [80, ['u'], undefined, undefined],
  [9, undefined, ['u'], undefined],
]

describe('states that hold little and come late', () => {
  it('ENT-07 ENT-06 leave the messages of all in order, whatever their order, batches and how often', async () => {
    await fc.assert(
      fc.asyncProperty(reported, async ([all, mixed, size]) => {
        await begin()
        const states = mixed.map(item)
        for (let i = 0; i < states.length; i += size) await report(...states.slice(i, i + size))
        expect(await kept()).toEqual(inOrder(all.map(item)))
      }),
      {
        numRuns: 100,
        examples: [
          [[EARLIER_ENTRY, [...EARLIER_ENTRY, ...EARLIER_ENTRY.slice(1)], 1]],
          [[HELD_THROUGHOUT, HELD_THROUGHOUT, 1]],
        ],
      },
    )
  })
})
