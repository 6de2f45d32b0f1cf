import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { UnitAedes } from './unit-aedes.ts'

/** More messages than Aedes delivers at the same time by default. */
const MANY = 150

const [CONNECT, SUBSCRIBE] = [0x10, 0x82]
const text = (word: string) => Buffer.concat([Buffer.of(0, word.length), Buffer.from(word)])
/** A packet of MQTT 3.1.1 of less than 128 bytes. */
function packet(kind: number, ...parts: Uint8Array[]) {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(kind, body.length), body])
}

/** A unit's connection that takes a few bytes; `reads`: whether it then takes more. */
function line(reads: boolean) {
  const received: Buffer[] = []
  let isSignedIn = false
  const conn = new Duplex({
    highWaterMark: 16,
    read() {},
    write(chunk: Buffer, _, taken) {
      received.push(chunk)
      if (reads || !isSignedIn) taken()
    },
  })
  const send = (kind: number, ...parts: Uint8Array[]) => void conn.push(packet(kind, ...parts))
  async function signIn(aedes: UnitAedes, topic: string) {
    aedes.handle(conn)
    const ready = once(aedes, 'clientReady')
    send(CONNECT, text('MQTT'), Buffer.of(4, 2, 0, 0), text(topic))
    await ready
    const subscribed = once(aedes, 'subscribe')
    send(SUBSCRIBE, Buffer.of(0, 1), text(topic), Buffer.of(1))
    await subscribed
    isSignedIn = true
  }
  return { conn, signIn, received: () => Buffer.concat(received).toString('latin1') }
}
const command = (id: string) => ({ id, command: 'off', expires_at: new Date(0) }) as const

it('API-07 F10 a unit that reads nothing does not hold back what others are sent', async () => {
  const aedes = new UnitAedes({})
  await aedes.listen()
  onTestFinished(() => new Promise<void>((resolve) => aedes.close(resolve)))
  const [deaf, other] = [line(false), line(true)]
  await deaf.signIn(aedes, 'deaf')
  await other.signIn(aedes, 'other')
  for (let i = 0; i < MANY; i += 1) aedes.send('deaf', command(`deaf-${i}`))
  aedes.send('other', command('theirs'))
  await expect.poll(other.received).toContain('theirs')
  expect(deaf.conn.writableNeedDrain).toBe(true)
  deaf.conn.destroy()
})
