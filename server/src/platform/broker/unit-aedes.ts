import type { CommandPayload, RefusedPayload } from '@kellersonne/contract/telemetry/device'
import type { ForecastMessage } from '@kellersonne/contract/telemetry/forecast-message'
import { Aedes, type AedesOptions, type Client, type PublishPacket } from 'aedes'
import { noPersistence } from './no-persistence.ts'

type Done = (error?: Error) => void
type Payload = CommandPayload | RefusedPayload | ForecastMessage

/** Relays what the server publishes, and nothing of what units publish: it is stored, and nobody may subscribe to it. */
export class UnitAedes extends Aedes {
  constructor(options: Omit<AedesOptions, 'concurrency' | 'persistence'>) {
    // Without a limit: each message to a unit that reads nothing would keep one of the places until its connection ends.
    super({ ...options, concurrency: 0, persistence: noPersistence })
  }

  /** Aedes passes the client whose message it is; there is none if the message is the server's own. */
  override publish(packet: PublishPacket, from: Client | Done, done: Done = () => undefined) {
    if (typeof from === 'function') super.publish(packet, from)
    else done()
  }

  /**
   * Hands a message of the server to who subscribes to its topic. Does not wait until it is read: a unit that reads nothing
   * would hold back what others are sent.
   */
  send(topic: string, payload: Payload): void {
    const packet = { cmd: 'publish', topic, qos: 1, retain: false, dup: false } as const
    this.publish({ ...packet, payload: JSON.stringify(payload) }, () => undefined)
  }
}
