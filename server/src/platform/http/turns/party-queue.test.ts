import { describe, expect, it } from 'vitest'
import { openPartyQueue } from './party-queue.ts'

/** A queue of these, each named by its party and a number. */
function lineOf(...names: string[]) {
  const line = openPartyQueue<string>()
  const partyOf = (name: string) => name.slice(0, 1)
  for (const name of names) line.join(partyOf(name), name)
  const rest = () => Array.from({ length: line.length() }, () => line.next())
  return { line, rest }
}

describe('a line', () => {
  it('AUT-13 is of one party in the order they came', () => {
    const { line, rest } = lineOf('a1', 'a2', 'a3')
    expect(rest()).toEqual(['a1', 'a2', 'a3'])
    expect(line.next()).toBeUndefined()
  })

  it('AUT-13 lets parties take turns, whoever came first', () => {
    const { line, rest } = lineOf('a1', 'a2', 'a3', 'b1', 'b2')
    expect(line.next()).toBe('a1')
    line.join('c', 'c1')
    expect(rest()).toEqual(['b1', 'a2', 'c1', 'b2', 'a3'])
  })

  it('AUT-13 goes on without those who left, whether they waited or not', () => {
    const { line, rest } = lineOf('a1', 'a2', 'b1')
    line.leave('a', 'a1')
    line.leave('b', 'b1')
    line.leave('b', 'b1')
    line.leave('c', 'c1')
    expect(line.length()).toBe(1)
    expect(rest()).toEqual(['a2'])
  })

  it('AUT-13 gives a new party the place of the last one of the party with most', () => {
    const { line, rest } = lineOf('a1', 'b1', 'b2', 'b3', 'c1', 'c2')
    expect(line.giveWay('d')).toBe('b3')
    expect(line.giveWay('d')).toBe('b2')
    expect(line.giveWay('d')).toBe('c2')
    expect(line.giveWay('d')).toBeUndefined()
    expect(rest()).toEqual(['a1', 'b1', 'c1'])
  })

  it('AUT-13 gives no place to a party that has one, and none where nobody waits', () => {
    const { line } = lineOf('a1', 'b1', 'b2')
    expect(line.giveWay('a')).toBeUndefined()
    expect(line.length()).toBe(3)
    expect(lineOf().line.giveWay('a')).toBeUndefined()
  })
})
