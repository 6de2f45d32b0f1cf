import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Board } from '../uplink/board.ts'
import { type Manner, type Saying, sayings } from './answers.ts'
import type { Outcome } from './condition.ts'
import { outcomeLetter, stateLetter, type toState } from './words.ts'

type State = ReturnType<typeof toState>

const STATE_MS = 5 * 60_000
/** Switched off it measures nothing: its states are then all that tells it is there. */
const STATE_WHEN_OFF_MS = 60_000

/** What a unit has to say besides its readings, and when; times in ms UTC. */
export function openSpeech(sn: SerialNumber, board: Pick<Board, 'say' | 'mention'>) {
  let said = ''
  let saidAt = 0
  let answers: Saying[] = []

  return {
    /** Says how the unit stands where that has changed. Sensors that drift all the time are no change. */
    state(state: State, drifting: boolean, at: number) {
      const words = JSON.stringify(drifting ? { ...state, sensors: [] } : state)
      if (words === said) return
      said = words
      saidAt = at
      board.say([stateLetter(sn, state, at)])
    },
    /** Says it again where the last time is long ago. */
    repeat(state: State, works: boolean, at: number) {
      if (at - saidAt < (works ? STATE_MS : STATE_WHEN_OFF_MS)) return
      saidAt = at
      board.mention(stateLetter(sn, state, at))
    },
    /** Answers as the unit's manner is. */
    answer(outcomes: readonly Outcome[], manner: Manner, at: number) {
      answers.push(...outcomes.flatMap((outcome) => sayings(manner, outcome, at)))
    },
    /** Says the answers whose time has come; whether there were any. */
    sayDue(at: number): boolean {
      const due = answers.filter((saying) => saying.at <= at)
      answers = answers.filter((saying) => saying.at > at)
      board.say(due.map(({ outcome }) => outcomeLetter(sn, outcome)))
      return due.length > 0
    },
    /** Keeps to itself what it was still going to answer. */
    forget() {
      answers = []
    },
  }
}
