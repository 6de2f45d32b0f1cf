import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { outcomeMessage, stateMessage } from '@kellersonne/device-kit/messages'
import type { MqttSession } from '@kellersonne/device-kit/mqtt-session'
import { type Manner, type PlannedAnswer, plannedAnswers } from './answers.ts'
import type { Outcome } from './condition.ts'
import type { toState } from './payloads.ts'

type State = ReturnType<typeof toState>

const STATE_MS = 5 * 60_000
/** Switched off, it measures nothing: its states are then the only sign of life. */
const STATE_WHEN_OFF_MS = 60_000

/** Sends what a unit reports besides its readings; times in ms UTC. */
export function openReporter(sn: SerialNumber, session: Pick<MqttSession, 'enqueue' | 'sendUnqueued'>) {
  let lastSent = ''
  let lastSentAt = 0
  let answers: PlannedAnswer[] = []

  return {
    /** Sends the unit's state if it has changed. Sensors that drift all the time do not count as a change. */
    state(state: State, drifting: boolean, at: number) {
      const content = JSON.stringify(drifting ? { ...state, sensors: [] } : state)
      if (content === lastSent) return
      lastSent = content
      lastSentAt = at
      session.enqueue([stateMessage(sn, state, at)])
    },
    /** Sends it again if the last time is long ago. */
    repeat(state: State, works: boolean, at: number) {
      if (at - lastSentAt < (works ? STATE_MS : STATE_WHEN_OFF_MS)) return
      lastSentAt = at
      session.sendUnqueued(stateMessage(sn, state, at))
    },
    /** Queues answers according to the unit's manner. */
    answer(outcomes: readonly Outcome[], manner: Manner, at: number) {
      answers.push(...outcomes.flatMap((outcome) => plannedAnswers(manner, outcome, at)))
    },
    /** Sends the answers that are due; returns whether there were any. */
    sendDue(at: number): boolean {
      const due = answers.filter((planned) => planned.at <= at)
      answers = answers.filter((planned) => planned.at > at)
      session.enqueue(due.map(({ outcome }) => outcomeMessage(sn, outcome)))
      return due.length > 0
    },
    /** Drops the queued answers. */
    forget() {
      answers = []
    },
  }
}
