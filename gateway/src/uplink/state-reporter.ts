import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { type State, stateMessage } from '@kellersonne/device-kit/messages'
import type { MqttSession } from '@kellersonne/device-kit/mqtt-session'

const REPEAT_MS = 5 * 60_000

/** Reports the system's state to the portal: each change at once, and otherwise every five minutes. Times in ms UTC. */
export function openStateReporter(sn: SerialNumber, session: Pick<MqttSession, 'enqueue' | 'sendUnqueued'>) {
  let last = ''
  let lastAt = 0
  return (state: State, at: number) => {
    // Temperatures change all the time: they alone are no reason to report.
    const content = JSON.stringify({ ...state, sensors: null })
    if (content !== last) session.enqueue([stateMessage(sn, state, at)])
    // A last report from the future was made while the clock was ahead.
    else if (at < lastAt || at - lastAt >= REPEAT_MS) session.sendUnqueued(stateMessage(sn, state, at))
    else return
    ;[last, lastAt] = [content, at]
  }
}
