import { ACCEPT_MS } from '@kellersonne/core/control/commands'
import type { Outcome } from './condition.ts'

/**
 * How a unit answers commands: as it should, not at all, after the deadline, each outcome twice, with a second final
 * outcome that contradicts the first, under a foreign id, or by refusing everything.
 */
export const manners = ['normal', 'none', 'late', 'twice', 'contradictory', 'foreign', 'refuses'] as const
export type Manner = (typeof manners)[number]
/** `reason` is the one given by a unit that refuses. */
export type Answering = { readonly manner: Manner; readonly reason: string }
export const NORMAL_ANSWERS: Answering = { manner: 'normal', reason: 'stopped' }

/** By then the server has timed out, on the acceptance as well as on commands that are done at once. */
export const LATE_MS = ACCEPT_MS + 5000
export const FOREIGN_ID = '00000000-0000-4000-8000-000000000000'

/** An outcome, and when it is sent, in ms UTC. */
export type PlannedAnswer = { readonly outcome: Outcome; readonly at: number }

/** Returns what a unit sends when `outcome` is due at `at`. */
export function plannedAnswers(manner: Manner, outcome: Outcome, at: number): readonly PlannedAnswer[] {
  const answer = { outcome, at }
  switch (manner) {
    case 'normal':
    case 'refuses':
      return [answer]
    case 'none':
      return []
    case 'late':
      return [{ outcome, at: at + LATE_MS }]
    case 'twice':
      return [answer, answer]
    case 'contradictory':
      return [answer, ...opposite(outcome).map((other) => ({ outcome: other, at }))]
    case 'foreign':
      return [{ outcome: { ...outcome, id: FOREIGN_ID }, at }]
  }
}

function opposite({ id, outcome }: Outcome): Outcome[] {
  if (outcome === 'done') return [{ id, outcome: 'refused', reason: 'stopped' }]
  return outcome === 'refused' ? [{ id, outcome: 'done' }] : []
}
