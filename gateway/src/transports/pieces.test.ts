import { expect, it } from 'vitest'
import { openBudget } from './budget.ts'
import { frameSize } from './home-assistant/frames.ts'
import { openPackets } from './mqtt/packets.ts'
import { openMeter, type SizeOf } from './pieces.ts'

/** The sizes that are found in a stream, cut into chunks of the given length. */
function sizesIn(sizeOf: SizeOf, bytes: Buffer, chunk: number): number[] {
  const found: number[] = []
  const take = openMeter((header) => {
    const size = sizeOf(header)
    if (size !== null) found.push(size)
    return size
  })
  for (let at = 0; at < bytes.length; at += chunk) take(bytes.subarray(at, at + chunk))
  return found
}
const withBody = (head: string, length: number) =>
  Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(length, 0xff)])

it.each([1, 2, 3, 7, 1000])('GWY-06 finds each packet of a broker in chunks of %i bytes', (chunk) => {
  const bytes = Buffer.concat([
    ...[withBody('20020000', 0), withBody('3005', 5), withBody('d000', 0)],
    ...[withBody('30c801', 200), withBody('9003', 3), withBody('b002', 2)],
  ])
  expect(sizesIn(openPackets(), bytes, chunk)).toEqual([4, 7, 2, 203, 5, 4])
})

it.each([1, 2, 3, 7, 1000])('GWY-06 finds each frame of a websocket in chunks of %i bytes', (chunk) => {
  const bytes = Buffer.concat([
    ...[withBody('8105', 5), withBody('0000', 0), withBody('817e0100', 256)],
    ...[withBody('827f0000000000000100', 256), withBody('8a00', 0)],
  ])
  expect(sizesIn(frameSize, bytes, chunk)).toEqual([7, 2, 260, 266, 2])
})

it('GWY-06 refuses a packet length of more than four bytes, and a frame of 2^63 bytes', () => {
  const packets = openPackets()
  expect(() => packets(Buffer.from('20ffffffff7f', 'hex'))).toThrow('half_answer packet length')
  expect(() => frameSize(Buffer.from('827f8000000000000000', 'hex'))).toThrow('too_large')
})

it('GWY-06 lets a device send again what its budget regained meanwhile, and never more than at first', () => {
  let now = 0
  const budget = openBudget({ most: 3, perSecond: 2 }, () => now)
  const spent = () => [1, 1, 1, 1].map((cost) => budget.spend(cost))
  expect(spent()).toEqual([true, true, true, false])
  now = 500
  expect(spent()).toEqual([true, false, false, false])
  now = 60_000
  expect(spent()).toEqual([true, true, true, false])
})
