import { serialNumber } from '@kellersonne/contract/systems/systems'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Batch, createOwnerTurns } from './owner-turns.ts'

let time: number
let turns: ReturnType<typeof createOwnerTurns>
beforeEach(() => {
  time = 0
  turns = createOwnerTurns(() => time)
})

const since = new Date(0)
const system = (id: number, from = since) => ({
  ...{ id, sn: serialNumber.parse(`${id}`), phase: 1, time_zone: 'Europe/Berlin' },
  ...{ since: from, visible_from: from, name: null },
})
function change(owner: string, first: number, count = 1) {
  for (let id = first; id < first + count; id += 1) turns.add(owner, system(id))
}
const shape = (batch: Batch | null) =>
  batch && Object.fromEntries([...batch].map(([owner, systems]) => [owner, systems.map(({ id }) => id)]))
const taken = () => {
  const batch = turns.next()
  if (!batch) throw new Error('nothing to read')
  return batch
}

describe('the turns of owners whose systems changed', () => {
  it('PRD-03 F14 takes each system once, in the order in which its owner got one', () => {
    change('anna', 1, 2)
    change('bert', 3)
    change('anna', 1)
    expect(shape(turns.next())).toEqual({ anna: [1, 2], bert: [3] })
    expect(turns.next()).toBeNull()
  })

  it('PRD-03 F14 gives each owner a share, and the others theirs before the rest', () => {
    change('many', 1000, 30)
    for (let i = 0; i < 12; i += 1) change(`full ${i}`, 2000 + 100 * i, 20)
    const first = taken()
    expect([...first.values()].flat()).toHaveLength(200)
    expect(first.get('many')).toHaveLength(20)
    expect([...taken().keys()]).toEqual(['full 9', 'full 10', 'full 11'])
    turns.done(first)
    expect(taken().get('many')).toHaveLength(10)
  })

  it('PRD-03 does not read the same owner twice at once: what came last must be delivered last', () => {
    change('anna', 1)
    const first = taken()
    change('anna', 1)
    change('bert', 2)
    expect(shape(turns.next())).toEqual({ bert: [2] })
    turns.done(first)
    expect(shape(turns.next())).toEqual({ anna: [1] })
  })

  it('AUT-12 never reads one system for two owners at once', () => {
    turns.add('former', system(1))
    turns.add('next', system(1, new Date(1)))
    expect(shape(turns.next())).toEqual({ former: [1] })
    expect(shape(turns.next())).toEqual({ next: [1] })
  })

  it('F14 finds the owner whose systems take too long, and then reads them alone and ever more seldom', () => {
    for (const [i, owner] of ['a', 'b', 'slow', 'd'].entries()) change(owner, i)
    expect(turns.failed(taken())).toBe(0)
    const [right, left] = [taken(), taken()]
    expect([shape(left), shape(right)]).toEqual([
      { a: [0], b: [1] },
      { slow: [2], d: [3] },
    ])
    turns.done(left)
    expect(turns.failed(right)).toBe(0)
    const last = taken()
    expect(shape(last)).toEqual({ d: [3] })
    turns.done(last)
    const alone = taken()
    expect([shape(alone), turns.failed(alone)]).toEqual([{ slow: [2] }, 1000])
    change('a', 0)
    change('slow', 5)
    expect(shape(turns.next())).toEqual({ a: [0] })
    expect(turns.next()).toBeNull()
    time = 1000
    const again = taken()
    expect([shape(again), turns.failed(again)]).toEqual([{ slow: [2, 5] }, 2000])
    time = 3000
    turns.done(taken())
    change('slow', 2)
    change('d', 3)
    expect(shape(turns.next())).toEqual({ slow: [2], d: [3] })
  })

  it('F14 reads one slow owner at a time', () => {
    for (const owner of ['slow', 'slower']) {
      change(owner, owner.length)
      turns.failed(taken())
    }
    time = 60_000
    const first = taken()
    expect([shape(first), turns.next()]).toEqual([{ slow: [4] }, null])
    turns.done(first)
    expect(shape(turns.next())).toEqual({ slower: [6] })
  })

  it('PRD-06 queues again what could not be read, with what has changed since', () => {
    change('anna', 1)
    const batch = taken()
    change('anna', 2)
    turns.putBack(batch)
    expect(shape(turns.next())).toEqual({ anna: [2, 1] })
  })
})
