import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { type ReadingPayload, readingMessage, topics } from '@kellersonne/contract/telemetry/device'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { Aedes } from 'aedes'

type ReceivedMessage = { readonly topic: string; readonly text: string }

/** A broker that records everything it receives, and acknowledges when told to. */
export async function openBroker(port = 0) {
  const received: ReceivedMessage[] = []
  const unanswered: (() => void)[] = []
  const sockets = new Set<Socket>()
  let answering = true
  let delay = 0
  const aedes = await Aedes.createBroker({
    authorizePublish(_client, packet, answer) {
      if (!packet.topic.startsWith('$SYS'))
        received.push({ topic: packet.topic, text: packet.payload.toString() })
      if (answering) setTimeout(answer, delay, null)
      else unanswered.push(() => answer(null))
    },
  })
  const server = createServer(aedes.handle).on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  const published = (topic: string) =>
    received.filter((message) => message.topic === topic).map(({ text }) => text)
  return {
    port: address.port,
    url: `mqtt://127.0.0.1:${address.port}`,
    /** Messages on one topic, oldest first. */
    published,
    /** Every reading of a unit as its text, in the order received. */
    texts: (sn: SerialNumber) => published(topics.reading.of(sn)).flatMap(textsOf),
    readings: (sn: SerialNumber): ReadingPayload[] =>
      published(topics.reading.of(sn)).flatMap((text) => readingMessage.parse(JSON.parse(text))),
    /** Turns acknowledgements on or off; withheld ones are sent when turned on. */
    acknowledge(yes: boolean) {
      answering = yes
      if (yes) for (const answer of unanswered.splice(0)) answer()
    },
    /** Delays further acknowledgements by `ms`. */
    slow(ms: number) {
      delay = ms
    },
    command: (sn: SerialNumber, order: unknown) =>
      new Promise<void>((resolve, reject) =>
        aedes.publish(
          {
            cmd: 'publish',
            topic: topics.command.of(sn),
            payload: Buffer.from(JSON.stringify(order)),
            qos: 1,
            retain: false,
            dup: false,
          },
          (error) => (error ? reject(error) : resolve()),
        ),
      ),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => aedes.close(resolve))
      server.close()
    },
  }
}
export type Broker = Awaited<ReturnType<typeof openBroker>>

/** Splits a message into its readings, each exactly as received. */
const textsOf = (message: string) =>
  message.startsWith('[') ? message.slice(1, -1).split(/,(?=\{"at")/) : [message]
