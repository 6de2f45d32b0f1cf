import { expect, it } from 'vitest'
import { openAnnounced } from './announced.ts'

const SILENT_MS = 270_000

/** Names by a clock that `later` moves by seconds. */
function names() {
  let now = Date.UTC(2026, 10, 27)
  const { announce, hear, turn } = openAnnounced(SILENT_MS, () => now)
  return {
    ...{ announce, hear, turn },
    later(seconds: number) {
      now += 1000 * seconds
    },
    /** Lets the followed name be silent until another may take its place, and turns. */
    turnAfterSilence() {
      now += SILENT_MS + 1
      return turn()
    },
  }
}

it('GWY-04 follows the name that comes first as long as it speaks, however often others announce themselves', () => {
  const { announce, hear, turn, later } = names()
  expect(turn()).toBeNull()
  announce('first')
  expect(turn()).toBe('first')
  for (let s = 0; s < 86_400; s += 270) {
    announce('second')
    expect(turn()).toBeNull()
    later(270)
    hear()
  }
})

it('GWY-04 turns to another name once the followed one has been silent, whichever announced itself when', () => {
  const before = names()
  before.announce('first')
  before.turn()
  before.announce('second')
  expect(before.turnAfterSilence()).toBe('second')

  const after = names()
  after.announce('first')
  after.turn()
  expect(after.turnAfterSilence()).toBeNull()
  after.announce('first')
  expect(after.turn()).toBeNull()
  after.announce('second')
  expect(after.turn()).toBe('second')
})

it('GWY-04 follows silent names in turn, and stays with the one that speaks', () => {
  const { announce, hear, turn, later, turnAfterSilence } = names()
  for (const name of ['first', 'second', 'true']) announce(name)
  expect(turn()).toBe('first')
  expect(turnAfterSilence()).toBe('second')
  announce('first')
  expect(turnAfterSilence()).toBe('true')
  later(60)
  hear()
  later(270)
  expect(turn()).toBeNull()
  expect(turnAfterSilence()).toBe('first')
})

it('GWY-06 remembers sixteen of any number of names, and the one that announces itself again', () => {
  const { announce, turn, turnAfterSilence } = names()
  for (let i = 0; i < 1000; i += 1) {
    announce(`invented${i}`)
    turn()
  }
  announce('true')
  const followed = Array.from({ length: 17 }, turnAfterSilence)
  expect(followed.filter((name) => name === 'true')).toHaveLength(1)
  expect(new Set(followed).size).toBe(16)
})

it('GWY-06 counts a silence from now on where the clock was put back', () => {
  const { announce, turn, later } = names()
  announce('first')
  turn()
  announce('second')
  later(-4 * 365 * 86_400)
  expect(turn()).toBeNull()
  later(SILENT_MS / 1000 + 1)
  expect(turn()).toBe('second')
})
