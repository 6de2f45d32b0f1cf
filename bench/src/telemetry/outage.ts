import { seeded } from '../lib/random.ts'

/** Readings of an episode; as no quarters fit into it, outages begin and end anywhere in one. */
export const EPISODE = 165
const OUTAGE = { from: 15, until: 115 }
/** Readings per message of the backlog. */
const PART = 10
/** Live readings between two messages of the backlog. */
const LIVE_BETWEEN = 5

/**
 * `plain`: nothing is lost, but as many readings come in as large messages. `two streams`: every other reading is late
 * between its neighbours.
 */
export const orders = ['plain', 'older first', 'newer first', 'shuffled', 'two streams'] as const
export type Order = (typeof orders)[number]

const random = seeded(20_261_124)
function shuffled(indices: readonly number[]): number[] {
  const drawn = indices.map((index) => ({ index, place: random() }))
  return drawn.sort((a, b) => a.place - b.place).map(({ index }) => index)
}

const range = (from: number, until: number) => Array.from({ length: until - from }, (_, i) => from + i)
function parts(indices: readonly number[]): number[][] {
  const pieces: number[][] = []
  for (let at = 0; at < indices.length; at += PART) pieces.push(indices.slice(at, at + PART))
  return pieces
}

/** Repeats every tenth message, as a unit does that missed its PUBACK. */
const withRepetition = (messages: readonly number[][]) =>
  messages.flatMap((message, i) => (i % 10 === 9 ? [message, message] : [message]))

/** Puts the messages of the backlog between live readings. */
function beside(backlog: readonly number[][], live: readonly number[]): number[][] {
  const messages = backlog.flatMap((message, i) => [
    ...live.slice(i * LIVE_BETWEEN, (i + 1) * LIVE_BETWEEN).map((index) => [index]),
    message,
  ])
  return [...messages, ...live.slice(backlog.length * LIVE_BETWEEN).map((index) => [index])]
}

/** Returns the messages of an episode, each the indices of its readings. */
export function messagesOf(order: Order): number[][] {
  const before = range(0, OUTAGE.from)
  const lost = range(OUTAGE.from, OUTAGE.until)
  const after = range(OUTAGE.until, EPISODE)
  const single = (index: number) => [index]
  switch (order) {
    case 'plain':
      return [...before.map(single), ...parts(lost), ...after.map(single)]
    case 'older first':
      return [...before.map(single), ...withRepetition(beside(parts(lost), after))]
    case 'newer first':
      return [...before.map(single), ...withRepetition(beside(parts(lost.toReversed()), after))]
    case 'shuffled':
      return [...before.map(single), ...withRepetition(beside(parts(shuffled(lost)), after))]
    case 'two streams': {
      const [live = [], late = []] = [0, 1].map((rest) => range(0, EPISODE).filter((i) => i % 2 === rest))
      return withRepetition(beside(parts(late), live))
    }
  }
}
