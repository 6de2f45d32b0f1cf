import { describe, expect, it } from 'vitest'
import { openWriteQueues } from './write-queues.ts'

const message = (system: number, items: number, work = 1) =>
  Array.from({ length: items }, () => ({ item: { system }, work }))
const open = () => openWriteQueues<ReturnType<typeof message>[number]>()
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
    const numbered = (system: number, items: number) =>
      message(system, items).map((one, nr) => ({ ...one, nr }))
    const lanes = openWriteQueues<ReturnType<typeof numbered>[number]>()
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
    const batch = lanes.next()
    expect(batch?.waiting).toHaveLength(21)
    if (batch) lanes.done(batch)
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

  it('HND-39 F8 who sends little is in the next batches, however many send more', () => {
    const lanes = open()
    for (let round = 0; round < 15; round += 1)
      for (let unit = 1; unit <= 240; unit += 1) lanes.add(unit, message(unit, 1))
    lanes.add(1000, message(1000, 1))
    const batches = [lanes.next(), lanes.next()]
    expect(batches.flatMap(systems)).toHaveLength(241)
    expect(batches.flatMap(systems)).toContain(1000)
  })

  it('HND-39 F8 what takes long keeps no readings waiting, but those of its own unit while it is written', () => {
    const lanes = open()
    for (let unit = 1; unit <= 240; unit += 1) lanes.add(unit, message(unit, 15, 450))
    const states = lanes.next()
    expect(systems(states)).toEqual([16, 32].map(() => expect.any(Number)))
    expect(lanes.next()).toBeNull()
    const [busy = 0] = systems(states)
    lanes.add(busy, message(busy, 1))
    lanes.add(1000, message(1000, 1))
    lanes.add(busy === 9 ? 8 : 9, message(busy === 9 ? 8 : 9, 1))
    const readings = lanes.next()
    expect(systems(readings)).toEqual([1000, busy === 9 ? 8 : 9])
    if (states) lanes.done(states)
    expect(systems(lanes.next())).toEqual([busy])
  })

  it('HND-39 F8 a state that takes little waits less than those that take long', () => {
    const lanes = open()
    for (let unit = 1; unit <= 240; unit += 1) lanes.add(unit, message(unit, 15, 450))
    lanes.add(1000, message(1000, 1, 10))
    expect(systems(lanes.next())).toContain(1000)
  })

  it('HND-39 F8 a unit that always sends readings has its states stored, too', () => {
    const lanes = open()
    lanes.add(7, message(7, 1))
    const first = lanes.next()
    lanes.add(7, message(7, 1))
    lanes.add(7, message(7, 1, 10))
    expect(lanes.next()).toBeNull()
    if (first) lanes.done(first)
    const second = lanes.next()
    expect(second?.waiting).toEqual(message(7, 1, 10))
    if (second) lanes.done(second)
    expect(lanes.next()?.waiting).toEqual(message(7, 1))
  })

  it('HND-39 F8 states and backlogs take turns', () => {
    const lanes = open()
    lanes.add(7, message(7, 2000))
    for (let unit = 1; unit <= 5; unit += 1) lanes.add(unit, message(unit, 3, 900))
    const written = Array.from({ length: 4 }, () => {
      const batch = lanes.next()
      if (batch) lanes.done(batch)
      return systems(batch).includes(7)
    })
    expect(written).toEqual([false, true, false, true])
  })
})
