import { createSocket } from 'node:dgram'
import { eventually } from '@kellersonne/testing/eventually'
import { reservePort } from '@kellersonne/testing/ports'
import { expect, it, onTestFinished, vi } from 'vitest'
import { spokenIn } from '../src/transports/multicast/speedwire.ts'
import { device, valuesIn } from './read-device.ts'

type Block = { readonly index: number; readonly value?: number; readonly counter?: bigint }

/** A datagram as SMA's meters send it once a second. */
function datagram(serial: number, blocks: readonly Block[], protocol = 0x6069): Buffer {
  const body = blocks.map(({ index, value, counter }) => {
    const block = Buffer.alloc(counter === undefined ? 8 : 12)
    block.writeUInt16BE(index)
    block.writeUInt8(counter === undefined ? 4 : 8, 2)
    if (counter === undefined) block.writeUInt32BE(value ?? 0, 4)
    else block.writeBigUInt64BE(counter, 4)
    return block
  })
  const version = Buffer.from('900000000203040506'.slice(0, 16), 'hex')
  const head = Buffer.alloc(28)
  head.write('SMA\0')
  const all = Buffer.concat([head, ...body, version])
  all.writeUInt16BE(all.length - 16, 12)
  all.writeUInt16BE(protocol, 16)
  all.writeUInt32BE(serial, 20)
  return all
}
const feeding = [
  { index: 1, value: 0 },
  { index: 1, counter: 15_876_828_000n },
  { index: 2, value: 12_100 },
  { index: 2, counter: 32_833_638_000n },
  { index: 32, value: 233_600 },
]

/** A meter that keeps sending to the group, and a gateway that receives it on the loopback interface. */
async function meter(options: Record<string, string>) {
  const port = await reservePort()
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  socket.setMulticastInterface('127.0.0.1')
  const opened = device({ profile: 'sma-home-manager', host: '127.0.0.1', port, options })
  onTestFinished(async () => {
    await opened.close()
    socket.close()
  })
  return {
    opened,
    send: (bytes: Buffer) => socket.send(bytes, port, '239.12.255.254'),
    async poll() {
      await opened.poll()
      return opened.status()
    },
  }
}

it('GWY-04 receives the meter of SMA that feeds in', async () => {
  const { send, poll } = await meter({})
  await eventually(async () => {
    send(datagram(3_001_234_567, feeding))
    const status = await poll()
    expect(status.fault).toBeNull()
    expect(valuesIn(status)).toEqual({
      grid_w: -1210,
      grid_v: 233.6,
      import_wh: 4_410_230,
      feed_in_wh: 9_120_455,
    })
  })
})

it('GWY-04 receives none of several meters where no serial number was given, also once the first is silent', async () => {
  const { send, poll } = await meter({})
  await eventually(async () => {
    send(datagram(77, feeding))
    expect((await poll()).fault).toBeNull()
  })
  await eventually(async () => {
    send(datagram(78, feeding))
    const { fault } = await poll()
    expect(fault?.message).toBe('several 239.12.255.254 77 78')
  })
})

it('GWY-04 forgets a meter that no settings name once it has been silent, and receives the one that speaks', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { send, poll } = await meter({})
  await eventually(async () => {
    send(datagram(666, feeding))
    expect((await poll()).fault).toBeNull()
  })
  await eventually(async () => {
    send(datagram(77, feeding))
    expect((await poll()).fault?.message).toBe('several 239.12.255.254 666 77')
  })
  await eventually(async () => {
    vi.setSystemTime(Date.now() + 5000)
    send(datagram(77, feeding))
    expect((await poll()).fault).toBeNull()
  })
})

it('GWY-04 receives the meter that draws, of the serial number that was given alone, and no inverter', async () => {
  const { send, poll } = await meter({ serial: '77' })
  await eventually(async () => {
    send(datagram(78, feeding))
    send(datagram(77, feeding, 0x6065))
    send(
      datagram(77, [
        { index: 1, value: 3500 },
        { index: 2, value: 0 },
      ]).subarray(0, 40),
    )
    send(
      datagram(77, [
        { index: 1, value: 3500 },
        { index: 2, value: 0 },
      ]),
    )
    const status = await poll()
    expect(status.fault).toBeNull()
    expect(valuesIn(status)).toEqual({ grid_w: 350 })
  })
})

it('GWY-06 receives a meter once its port or network is there, without being started again', async () => {
  const port = await reservePort()
  const taken = createSocket('udp4')
  await new Promise<void>((resolve) => taken.bind(port, resolve))
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  socket.setMulticastInterface('127.0.0.1')
  vi.useFakeTimers({ toFake: ['Date'] })
  const opened = device({ profile: 'sma-home-manager', host: '127.0.0.1', port, options: {} })
  onTestFinished(async () => {
    vi.useRealTimers()
    await opened.close()
    socket.close()
  })
  await eventually(async () => {
    await opened.poll()
    expect(opened.status().fault?.message).toContain('EADDRINUSE')
  })
  await new Promise<void>((resolve) => taken.close(resolve))
  await eventually(async () => {
    vi.setSystemTime(Date.now() + 5000)
    socket.send(datagram(77, feeding), port, '239.12.255.254')
    await opened.poll()
    expect(opened.status().fault).toBeNull()
  })
})

it('GWY-06 does not believe a meter for years that was received while the clock was ahead', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { send, poll } = await meter({})
  await eventually(async () => {
    send(datagram(77, feeding))
    expect((await poll()).fault).toBeNull()
  })
  vi.setSystemTime(Date.now() - 4 * 365 * 86_400_000)
  expect((await poll()).fault).toBeNull()
  vi.setSystemTime(Date.now() + 11_000)
  expect((await poll()).fault?.code).toBe('silent')
})

it('GWY-06 takes any byte anywhere in a datagram of a meter', () => {
  const sound = datagram(77, feeding)
  for (let at = 0; at < sound.length; at += 1) {
    for (let byte = 0; byte < 256; byte += 1) {
      const bytes = Buffer.from(sound)
      bytes[at] = byte
      for (const part of [bytes, bytes.subarray(0, at)]) expect(() => spokenIn(part)).not.toThrow()
    }
  }
  const last = sound.length - 8
  sound[last + 2] = 8
  expect(spokenIn(sound)?.counters.get(2)).toBe(32_833_638_000)
})
