import { describe, expect, it } from 'vitest'
import { DeviceFault } from '../fault.ts'
import { framings } from './frames.ts'

const block = { unit: 1, function: 'holding', start: 10, count: 2 } as const
const ID = 0x0102
const read = (framing: 'tcp' | 'rtu', hex: string) => {
  const answer = framings[framing].answerIn(Buffer.from(hex, 'hex'), block, ID)
  if (answer instanceof DeviceFault) return answer.message
  return typeof answer === 'number' ? answer : (answer?.toString('hex') ?? null)
}

describe('Modbus frames', () => {
  it.each([
    ['tcp', 'holding', '0102000000060103000a0002'],
    ['tcp', 'input', '0102000000060104000a0002'],
    ['rtu', 'holding', '0103000a0002e409'],
    ['rtu', 'input', '0104000a000251c9'],
  ] as const)('GWY-02 asks by %s for %s registers', (framing, kind, hex) => {
    expect(framings[framing].requestFor({ ...block, function: kind }, ID).toString('hex')).toBe(hex)
  })

  it.each([
    [
      'tcp',
      'after the answer to another request',
      '0101000000030183040102000000070103040000002a',
      '0000002a',
    ],
    ['tcp', 'with more after it', '0102000000070103040000002a0103', '0000002a'],
    ['tcp', 'an exception', '010200000003018302', 2],
    ['tcp', 'another unit', '0102000000070203040000002a', 'half_answer'],
    ['tcp', 'another function', '0102000000070104040000002a', 'half_answer'],
    ['tcp', 'fewer registers', '010200000005010302002a', 'half_answer'],
    ['tcp', 'a length that does not fit', '0102000000070103020000002a', 'half_answer'],
    ['tcp', 'nothing', '010200000000', 'half_answer'],
    ['rtu', 'after other bytes', '00ff0103040000002a7bec', '0000002a'],
    ['rtu', 'an exception', '018302c0f1', 2],
    ['rtu', 'a damaged frame', '0103040000002b7bec', 'half_answer checksum'],
    ['rtu', 'another unit', '0203040000002a7bec', null],
  ] as const)('GWY-06 reads by %s: %s', (framing, _what, hex, expected) => {
    expect(read(framing, hex)).toBe(expected)
  })

  it.each([
    ['tcp', '0102000000070103040000002a'],
    ['rtu', '0103040000002a7bec'],
  ] as const)('GWY-06 waits by %s for the whole answer', (framing, hex) => {
    const beginnings = Array.from({ length: hex.length / 2 }, (_, i) => read(framing, hex.slice(0, 2 * i)))
    expect(new Set(beginnings)).toEqual(new Set([null]))
    expect(read(framing, hex)).toBe('0000002a')
  })
})
