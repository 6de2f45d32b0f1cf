import type { CommandPayload, RefusedPayload } from '@kellersonne/contract/telemetry/device'
import type { ForecastMessage } from '@kellersonne/contract/telemetry/forecast-message'
import { Aedes, type Client, type PublishPacket } from 'aedes'

type Done = (error?: Error) => void
type Payload = CommandPayload | RefusedPayload | ForecastMessage

/** Relays what the server publishes, and nothing of what units publish: it is stored, and nobody may subscribe to it. */
export class UnitAedes extends Aedes {
  /** Aedes passes the client whose message it is; there is none if the message is the server's own. */
  override publish(packet: PublishPacket, from: Client | Done, done: Done = () => undefined) {
    if (typeof from === 'function') super.publish(packet, from)
    else done()
  }

  /** Publishes a message of the server to who subscribes to its topic. */
  send(topic: string, payload: Payload): Promise<void> {
    const packet = { cmd: 'publish', topic, qos: 1, retain: false, dup: false } as const
    return new Promise((resolve, reject) => {
      this.publish({ ...packet, payload: JSON.stringify(payload) }, (error) =>
        error ? reject(error) : resolve(),
      )
    })
  }
}
