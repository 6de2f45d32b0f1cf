import { describe, expect, it } from 'vitest'
import { openWriteQueues } from './write-queues.ts'

const message = (system: number, items: number) => Array.from({ length: items }, () => ({ item: { system } }))
const open = () => openWriteQueues<{ readonly item: { readonly system: number } }>()
const systems = (batch: ReturnType<ReturnType<typeof open>['next']>) => [
  ...new Set(batch?.waiting.map(({ item }) => item.system)),
]

describe('lanes', () => {
  it('F8 a backlog never waits among what others say, nor they behind it', () => {
    const lanes = open()
    for (let i = 0; i < 50; i += 1) lanes.add(7, message(7, 100))
    for (const other of [1, 2, 3]) lanes.add(other, message(other, 1))
    const [live, backlog] = [lanes.next(), lanes.next()]
    expect(systems(live)).toEqual([1, 2, 3])
    expect(systems(backlog)).toEqual([7])
    expect(backlog?.waiting).toHaveLength(500)
    expect(lanes.next()).toBeNull()
  })

  it('F8 what a unit says while its backlog is written waits behind it', () => {
    const lanes = open()
    lanes.add(7, message(7, 21))
    const backlog = lanes.next()
    lanes.add(7, message(7, 1))
    lanes.add(1, message(1, 1))
    expect(systems(lanes.next())).toEqual([1])
    expect(lanes.next()).toBeNull()
    if (backlog) lanes.done(backlog)
    expect(systems(lanes.next())).toEqual([7])
  })

  it('F8 backlogs take turns, each in its own order', () => {
    const lanes = openWriteQueues<{ readonly item: { readonly system: number }; readonly nr: number }>()
    const numbered = (system: number, items: number) =>
      message(system, items).map((one, nr) => ({ ...one, nr }))
    for (const [system, items] of [
      [7, 5000],
      [8, 150],
      [9, 30],
    ] as const)
      lanes.add(system, numbered(system, items))
    const batch = lanes.next()
    const of = (system: number) =>
      batch?.waiting.filter(({ item }) => item.system === system).map(({ nr }) => nr)
    expect([of(7)?.length, of(8)?.length, of(9)?.length]).toEqual([320, 150, 30])
    expect(of(7)).toEqual(Array.from({ length: 320 }, (_, i) => i))
    if (batch) lanes.done(batch)
    expect(lanes.next()?.waiting[0]).toMatchObject({ item: { system: 7 }, nr: 320 })
  })

  it('PRD-02 a unit is among the others again once its backlog is stored', () => {
    const lanes = open()
    lanes.add(7, message(7, 100))
    const backlog = lanes.next()
    if (backlog) lanes.done(backlog)
    lanes.add(7, message(7, 1))
    lanes.add(1, message(1, 1))
    expect(systems(lanes.next())).toEqual([7, 1])
  })

  it('F8 a few of one unit wait among the others', () => {
    const lanes = open()
    lanes.add(7, message(7, 20))
    lanes.add(1, message(1, 1))
    lanes.add(7, message(7, 1))
    expect(lanes.next()?.waiting).toHaveLength(21)
    expect(systems(lanes.next())).toEqual([7])
  })

  it('PRD-02 says when there is a batch of what is new', () => {
    const lanes = open()
    const full = Array.from({ length: 1000 }, (_, system) => lanes.add(system, message(system, 1)))
    expect(full.indexOf(true)).toBe(999)
    expect(lanes.add(7, message(7, 500))).toBe(true)
    lanes.next()
    expect(lanes.add(8, message(8, 500))).toBe(false)
  })
})
