import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { acknowledgeTogether } from './acknowledging.ts'

type Ack = { readonly deliveryTag: number; readonly multiple?: boolean }

function channel() {
  const frames: string[] = []
  const own = acknowledgeTogether({
    basicAck: ({ deliveryTag, multiple }: Ack) =>
      void frames.push(`${multiple ? 'up to' : 'only'} ${deliveryTag}`),
    basicNack: ({ deliveryTag }: Ack) => void frames.push(`not ${deliveryTag}`),
    close: async () => void frames.push('close'),
  })
  /** Acknowledges these at once; resolves to the frames that were sent. */
  async function ack(...tags: number[]) {
    frames.length = 0
    for (const deliveryTag of tags) own.basicAck({ deliveryTag })
    await setImmediate()
    return [...frames]
  }
  /** Acknowledges these and closes the channel at once; resolves to the frames that were sent. */
  async function ackAndClose(...tags: number[]) {
    frames.length = 0
    for (const deliveryTag of tags) own.basicAck({ deliveryTag })
    await own.close()
    return [...frames]
  }
  const nack = (deliveryTag: number) => own.basicNack({ deliveryTag })
  return { ack, ackAndClose, nack }
}

it('HND-28 a batch in a row is acknowledged by one frame, in whatever order it was stored', async () => {
  const { ack } = channel()
  expect(await ack(2, 1, 3)).toEqual(['up to 3'])
  expect(await ack(4)).toEqual(['up to 4'])
})

it('HND-28 a message that is still being stored is not acknowledged with later ones', async () => {
  const { ack } = channel()
  expect(await ack(2, 3)).toEqual(['only 2', 'only 3'])
  expect(await ack(5, 1)).toEqual(['up to 1', 'only 5'])
  expect(await ack(4, 6)).toEqual(['up to 6'])
})

it('HND-28 names no message that has been refused, which RabbitMQ would not find', async () => {
  const { ack, nack } = channel()
  nack(2)
  expect(await ack(1)).toEqual(['up to 1'])
  nack(4)
  expect(await ack(3, 5)).toEqual(['up to 5'])
})

it('HND-28 what has been stored is acknowledged before the channel closes', async () => {
  expect(await channel().ackAndClose(1, 2)).toEqual(['up to 2', 'close'])
})
