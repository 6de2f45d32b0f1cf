import { describe, expect, it } from 'vitest'
import { openFairQueue } from './fair-queue.ts'

const of = (system: number, work: number, nr = 0) => ({ item: { system }, work, nr })
const all = () => true
const open = (bounds = { batch: 10, turn: 2, writers: 1 }) => openFairQueue<ReturnType<typeof of>>(bounds)

describe('units take turns', () => {
  it('HND-39 F8 by the work in their items, each in its own order', () => {
    const queue = open()
    for (const nr of [1, 2]) queue.add(of(7, 5, nr))
    for (const nr of [1, 2, 3, 4]) queue.add(of(8, 1, nr))
    queue.add(of(9, 1))
    const order = queue.take(all).map(({ item, nr }) => [item.system, nr])
    expect(order).toEqual([
      [8, 1],
      [8, 2],
      [8, 3],
      [9, 0],
      [7, 1],
      [8, 4],
    ])
  })

  it('HND-39 F8 and while few are waiting, each writer gets some', () => {
    const queue = open({ batch: 10, turn: 2, writers: 2 })
    for (const system of [7, 8, 9, 10]) for (let nr = 1; nr <= 5; nr += 1) queue.add(of(system, 1, nr))
    const systems = () => [...new Set(queue.take(all).map(({ item }) => item.system))]
    expect([systems(), systems()]).toEqual([
      [7, 8],
      [9, 10],
    ])
  })

  it('HND-39 F8 and batches have no more work than they may, but for one item that has more by itself', () => {
    const queue = open()
    for (const work of [25, 6, 6, 4]) queue.add(of(7, work))
    queue.add(of(8, 25))
    const batches = Array.from({ length: 5 }, () => queue.take(all).map(({ work }) => work))
    expect(batches.toSorted((a, b) => (b[0] ?? 0) - (a[0] ?? 0))).toEqual([[25], [25], [6], [6, 4], []])
  })

  it('HND-39 F8 and whoever sends seldom goes before those who always have something waiting', () => {
    const queue = open({ batch: 4, turn: 1, writers: 1 })
    const systems = () => queue.take(all).map(({ item }) => item.system)
    for (const system of [7, 8, 9]) for (let nr = 1; nr <= 4; nr += 1) queue.add(of(system, 1, nr))
    expect(systems()).toEqual([7, 8, 9, 7])
    queue.add(of(10, 1))
    expect(systems()).toEqual([10, 8, 9, 7])
    // Its second item has its turn, and no first one.
    queue.add(of(10, 1))
    queue.add(of(11, 1))
    expect(systems()).toEqual([11, 10, 8, 9])
  })

  it('HND-39 F8 and who may not be taken keeps its place', () => {
    const queue = open({ batch: 2, turn: 1, writers: 1 })
    for (const system of [7, 8, 9]) queue.add(of(system, 1))
    const taken = (mayTake: (system: number) => boolean) => queue.take(mayTake).map(({ item }) => item.system)
    expect(taken((system) => system !== 7)).toEqual([8, 9])
    for (const system of [8, 9]) queue.add(of(system, 1))
    expect(taken(all)).toEqual([7, 8])
    expect(taken(() => false)).toEqual([])
  })

  it('HND-39 F8 and what is taken no longer counts towards a batch', () => {
    const queue = open()
    const full = [4, 5, 1].map((work) => {
      queue.add(of(7, work))
      return queue.isFull()
    })
    expect(full).toEqual([false, false, true])
    queue.take(all)
    expect(queue.isFull()).toBe(false)
  })
})
