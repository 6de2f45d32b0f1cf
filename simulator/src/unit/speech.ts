import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Board } from '../uplink/board.ts'
import { type Manner, type Saying, sayings } from './answers.ts'
import type { Outcome } from './condition.ts'
import { outcomeLetter, stateLetter, type toState } from './words.ts'

type State = ReturnType<typeof toState>

const STATE_MS = 5 * 60_000
/** Switched off, it measures nothing: its states are then the only sign of life. */
const STATE_WHEN_OFF_MS = 60_000

/** Sends what a unit reports besides its readings; times in ms UTC. */
export function openSpeech(sn: SerialNumber, board: Pick<Board, 'say' | 'mention'>) {
  let said = ''
  let saidAt = 0
  let answers: Saying[] = []

  return {
    /** Sends the unit's state if it has changed. Sensors that drift all the time do not count as a change. */
    state(state: State, drifting: boolean, at: number) {
      const words = JSON.stringify(drifting ? { ...state, sensors: [] } : state)
      if (words === said) return
      said = words
      saidAt = at
      board.say([stateLetter(sn, state, at)])
    },
    /** Sends it again if the last time is long ago. */
    repeat(state: State, works: boolean, at: number) {
      if (at - saidAt < (works ? STATE_MS : STATE_WHEN_OFF_MS)) return
      saidAt = at
      board.mention(stateLetter(sn, state, at))
    },
    /** Queues answers according to the unit's manner. */
    answer(outcomes: readonly Outcome[], manner: Manner, at: number) {
      answers.push(...outcomes.flatMap((outcome) => sayings(manner, outcome, at)))
    },
    /** Sends the answers that are due; returns whether there were any. */
    sayDue(at: number): boolean {
      const due = answers.filter((saying) => saying.at <= at)
      answers = answers.filter((saying) => saying.at > at)
      board.say(due.map(({ outcome }) => outcomeLetter(sn, outcome)))
      return due.length > 0
    },
    /** Drops the queued answers. */
    forget() {
      answers = []
    },
  }
}
