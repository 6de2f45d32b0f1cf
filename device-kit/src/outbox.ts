import type { MqttMessage } from './link.ts'

const MAX_LETTERS = 200

/** States and outcomes in order, kept until acknowledged; if there are too many, the oldest are dropped. */
export function openOutbox(
  unacknowledged: readonly MqttMessage[],
  send: (message: MqttMessage, onAck: () => void) => void,
) {
  let messages = [...unacknowledged]
  const sent = new Set<MqttMessage>()
  function post() {
    for (const message of messages) {
      if (sent.has(message)) continue
      sent.add(message)
      send(message, () => {
        messages = messages.filter((other) => other !== message)
        sent.delete(message)
      })
    }
  }
  return {
    unacknowledged: () => messages,
    add(added: readonly MqttMessage[]) {
      messages = [...messages, ...added].slice(-MAX_LETTERS)
    },
    post,
    /** The connection is gone: what was in flight is sent again. */
    putBack: () => sent.clear(),
  }
}
