import { type Channel, Connection } from 'rabbitmq-client'

type Acks = Pick<Channel, 'basicAck' | 'basicNack' | 'close'>

/**
 * Makes a channel send the acknowledgements of one turn of the event loop, a stored batch's, as one frame where it can:
 * RabbitMQ writes each frame to the log of a quorum queue. Delivery tags count up from one on each channel
 * (AMQP 0-9-1, 3.1).
 */
export function acknowledgeTogether<C extends Acks>(channel: C): C {
  const ack = channel.basicAck.bind(channel)
  const nack = channel.basicNack.bind(channel)
  /** All up to this tag are acknowledged or refused. */
  let settledUpTo = 0
  const settled = new Set<number>()
  let given: number[] = []
  function settle(tag: number) {
    settled.add(tag)
    while (settled.delete(settledUpTo + 1)) settledUpTo += 1
  }
  function send() {
    const tags = given
    given = []
    for (const tag of tags) settle(tag)
    // Must not have been settled before: RabbitMQ would not find it, and acknowledge more than it should.
    const last = tags.filter((tag) => tag <= settledUpTo).reduce((most, tag) => Math.max(most, tag), 0)
    try {
      if (last > 0) ack({ deliveryTag: last, multiple: true })
      for (const tag of tags) if (tag > settledUpTo) ack({ deliveryTag: tag })
    } catch {
      // The channel is gone, and RabbitMQ delivers these again.
    }
  }
  channel.basicAck = ({ deliveryTag = 0 }) => {
    given.push(deliveryTag)
    if (given.length === 1) setImmediate(send)
  }
  channel.basicNack = (params) => {
    settle(params.deliveryTag ?? 0)
    nack(params)
  }
  const close = channel.close.bind(channel)
  channel.close = () => {
    send()
    return close()
  }
  return channel
}

/** A connection whose consumers acknowledge together. */
export class AcknowledgingConnection extends Connection {
  override async acquire(options?: Parameters<Connection['acquire']>[0]): Promise<Channel> {
    return acknowledgeTogether(await super.acquire(options))
  }
}
