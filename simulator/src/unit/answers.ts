import { ACCEPT_MS } from '@kellersonne/core/control/commands'
import type { Outcome } from './condition.ts'

/**
 * How a unit answers commands: as it should, not at all, after the deadline, each word twice, with a second final
 * word against the first, under an id that is not its own, or with a refusal whatever it is told.
 */
export const manners = ['normal', 'none', 'late', 'twice', 'contradictory', 'foreign', 'refuses'] as const
export type Manner = (typeof manners)[number]
/** `reason` is that of a unit that refuses. */
export type Answering = { readonly manner: Manner; readonly reason: string }
export const AS_IT_SHOULD: Answering = { manner: 'normal', reason: 'stopped' }

/** By then the server waits no more, neither for the acceptance nor for what would have come at once. */
export const LATE_MS = ACCEPT_MS + 5000
export const FOREIGN_ID = '00000000-0000-4000-8000-000000000000'

/** An outcome, and when it is said, in ms UTC. */
export type Saying = { readonly outcome: Outcome; readonly at: number }

/** What a unit says where it should say `outcome` at `at`. */
export function sayings(manner: Manner, outcome: Outcome, at: number): readonly Saying[] {
  const saying = { outcome, at }
  switch (manner) {
    case 'normal':
    case 'refuses':
      return [saying]
    case 'none':
      return []
    case 'late':
      return [{ outcome, at: at + LATE_MS }]
    case 'twice':
      return [saying, saying]
    case 'contradictory':
      return [saying, ...opposite(outcome).map((other) => ({ outcome: other, at }))]
    case 'foreign':
      return [{ outcome: { ...outcome, id: FOREIGN_ID }, at }]
  }
}

function opposite({ id, outcome }: Outcome): Outcome[] {
  if (outcome === 'done') return [{ id, outcome: 'refused', reason: 'stopped' }]
  return outcome === 'refused' ? [{ id, outcome: 'done' }] : []
}
