import { describe, expect, it } from 'vitest'
import type { Register } from '../../profiles/modbus.ts'
import { openLayout, type Stretch } from './layout.ts'
import type { Block } from './plan.ts'

const register = (address: number, type: Register['type'] = 'u16'): Register => ({
  ...{ address, type, function: 'holding', words: 'big', length: 1, scale: 1 },
})
const at = (address: number) => ({ unit: 1, register: register(address) })
const point = (name: string, address: number, factor: number | null, zeroIsNone = false) => ({
  ...{ ...at(address), name, zeroIsNone },
  factor: factor === null ? null : register(factor, 's16'),
})
const block = (start: number, count: number): Block => ({ unit: 1, function: 'holding', start, count })
const stretch = (of: Block, hex: string): Stretch => ({ block: of, bytes: Buffer.from(hex, 'hex') })

describe('fields in what was read of a Modbus device', () => {
  it('GWY-02 are in whichever blocks the device sends this time', () => {
    const [low, high] = [block(10, 2), block(20, 1)]
    const fieldsIn = openLayout(
      [
        { name: 'a', ...at(11) },
        { name: 'b', ...at(20) },
      ],
      [],
    )
    const values = (...read: Stretch[]) =>
      [...fieldsIn(read, 7)].map(([name, field]) => [name, field.value, field.raw()])
    const both = [stretch(low, '00010002'), stretch(high, '0003')]
    expect(values(...both)).toEqual([
      ['a', 2, '0x0002'],
      ['b', 3, '0x0003'],
    ])
    expect(values(stretch(high, '0004'))).toEqual([['b', 4, '0x0004']])
    expect(values(...both.toReversed())).toEqual([
      ['a', 2, '0x0002'],
      ['b', 3, '0x0003'],
    ])
    expect(values()).toEqual([])
  })

  it('GWY-05 are unknown without a valid scale factor, and where 0 means so', () => {
    const fieldsIn = openLayout(
      [],
      [
        point('scaled', 10, 11),
        point('plain', 10, null),
        point('lost', 10, 30),
        point('huge', 10, 12),
        point('none', 13, null, true),
        point('elsewhere', 40, 11),
      ],
    )
    const fields = fieldsIn([stretch(block(10, 4), '0005fffe00630000')], 7)
    expect([...fields].map(([name, { value }]) => [name, value])).toEqual([
      ['scaled', 0.05],
      ['plain', 5],
      ['lost', null],
      ['huge', null],
      ['none', null],
    ])
  })
})
