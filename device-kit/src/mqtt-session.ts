import { topics } from '@kellersonne/contract/telemetry/device'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { type LinkDeps, type MqttMessage, openMqttLink } from './link.ts'
import { onlineMessage } from './messages.ts'
import { openOutbox } from './outbox.ts'
import type { Batch, Waiting } from './waiting.ts'

export type MqttSessionDeps = {
  readonly sn: SerialNumber
  readonly secret: string
  readonly brokerUrl: string
  readonly openStream?: LinkDeps['openStream']
  /** PEM of the broker's CA; null = the public ones. */
  readonly ca: string | null
  readonly backlog: Waiting
  readonly unacknowledged: readonly MqttMessage[]
  readonly jitter: () => number
  /** Message to send once connected. */
  readonly greeting: () => MqttMessage
  readonly onCommand: (payload: string) => void
  /** Called when the last message or reading that was waiting has been acknowledged. */
  readonly onDelivered: () => void
  /** Called with why a connection could not be opened, or broke. */
  readonly onFault: (error: Error) => void
}

const BATCHES_IN_FLIGHT = 8
/** Room beside the backlog for current readings. */
const LIVE_IN_FLIGHT = 4
const ignoreAck = () => undefined

/** A unit's communication board: sends the unit's messages, and keeps them until acknowledged. */
export function openMqttSession(deps: MqttSessionDeps) {
  const { sn, backlog } = deps
  const link = openMqttLink({
    ...deps,
    url: deps.brokerUrl,
    will: onlineMessage(sn, false),
    topic: topics.command.of(sn),
    onMessage: deps.onCommand,
    onUp: greet,
    onDown() {
      outbox.putBack()
      backlog.putBack()
    },
  })
  const outbox = openOutbox(deps.unacknowledged, (message, onAck) =>
    link.send(message, () => {
      onAck()
      if (delivered()) deps.onDelivered()
    }),
  )
  let silent = false
  const delivered = () => backlog.held() === 0 && outbox.unacknowledged().length === 0

  function greet() {
    if (silent) return
    link.send(onlineMessage(sn, true), ignoreAck)
    outbox.post()
    link.send(deps.greeting(), ignoreAck)
    postWaiting()
  }

  function post(batch: Batch) {
    link.send({ topic: topics.reading.of(sn), payload: batch.payload }, () => {
      backlog.acknowledge(batch)
      postWaiting()
      if (delivered()) deps.onDelivered()
    })
  }
  function postWaiting() {
    while (link.up() && !silent && backlog.inFlight() < BATCHES_IN_FLIGHT) {
      const batch = backlog.takeOldest()
      if (batch === null) return
      post(batch)
    }
  }
  return {
    up: link.up,
    plugged: link.plugged,
    plug: link.plug,
    unacknowledged: outbox.unacknowledged,
    enqueue: outbox.add,
    /** Sends what is waiting, the newest reading before any backlog. */
    post() {
      if (!link.up() || silent) return
      outbox.post()
      const newest = backlog.inFlight() < BATCHES_IN_FLIGHT + LIVE_IN_FLIGHT ? backlog.takeNewest() : null
      if (newest) post(newest)
      postWaiting()
    },
    /** Sends a message that is worth nothing later. */
    sendUnqueued(message: MqttMessage) {
      if (!silent) link.send(message, ignoreAck)
    },
    /** While silent, it stays connected but sends nothing. */
    silence(yes: boolean) {
      if (yes === silent) return
      silent = yes
      if (link.up()) greet()
    },
    /** True once everything has been sent and acknowledged. */
    delivered,
    async close() {
      link.send(onlineMessage(sn, false), ignoreAck)
      await link.close()
      backlog.putBack()
      backlog.close()
    },
  }
}
export type MqttSession = ReturnType<typeof openMqttSession>
