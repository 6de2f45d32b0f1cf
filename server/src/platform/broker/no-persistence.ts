import { Readable } from 'node:stream'

const nothing = () => Readable.from([])

/**
 * Aedes' persistence for a broker that keeps nothing: a unit's session ends with its connection, and no message is retained.
 * Its own keeps an entry for each name of a connection that ever acknowledged a message.
 */
export const noPersistence = {
  // Aedes insists on an asynchronous function.
  async setup() {},
  async storeRetained() {},
  createRetainedStreamCombi: nothing,
  async cleanSubscriptions() {},
  async subscriptionsByTopic() {
    return []
  },
  async outgoingEnqueueCombi() {},
  async outgoingClearMessageId() {},
  outgoingStream: nothing,
  /** Rejects as for an unknown packet: none of QoS 2 is taken from units. */
  incomingGetPacket: () => Promise.reject(new Error('no such packet')),
  async putWill() {},
  async delWill() {},
  streamWill: nothing,
}
