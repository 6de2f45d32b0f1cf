import { describe, expect, it } from 'vitest'
import type { Register } from '../profiles/modbus.ts'
import { fromSenec } from './http/senec.ts'
import { normalised } from './json.ts'
import { describedRegister } from './modbus/described.ts'
import { decoded } from './modbus/words.ts'
import { matches } from './mqtt/topics.ts'

const value = (type: Register['type'], hex: string, more: Partial<Register> = {}) =>
  decoded(
    { type, words: 'big', length: hex.length / 4, scale: 1, nan: undefined, ...more },
    Buffer.from(hex, 'hex'),
  )

describe('words of registers', () => {
  it.each<[Register['type'], string, Partial<Register>, unknown]>([
    ['u16', 'fffe', {}, 65_534],
    ['u16', 'ffff', {}, null],
    ['s16', 'fb46', {}, -1210],
    ['s16', '8000', {}, null],
    ['u32', '00012345', { scale: 0.1 }, 7456.5],
    ['s32', '80000000', {}, null],
    ['s32', 'fb46ffff', { words: 'little' }, -1210],
    ['s32', '00008000', { words: 'little' }, null],
    ['u64', '00000000005d6626', {}, 6_120_998],
    ['s64', 'ffffffffffffffff', {}, -1],
    ['f32', '44971000', {}, 1208.5],
    ['f32', '7fc00000', {}, null],
    ['f32', 'ff7fffff', {}, null],
    ['f64', '4092e20000000000', {}, 1208.5],
    ['text', '45334443000020', {}, 'E3DC'],
    ['u16', '8000', { nan: ['0x8000'] }, null],
    ['u16', 'ffff', { nan: [] }, 65_535],
  ])('GWY-02 %s %s %j is %s', (type, hex, more, expected) => {
    expect(value(type, hex, more)).toEqual(expected)
  })

  it.each(['', '70000 u16', '5 u17', '5 u16 x', '5 u16 1 middle', '-1 u16'])(
    'GWY-06 “%s” describes no register',
    (text) => {
      expect(() => describedRegister('grid', text)).toThrow('option')
    },
  )
})

describe('words of other devices', () => {
  it.each<[unknown, unknown]>([
    ['fl_C4971000', -1208.5],
    ['fl_7FC00000', null],
    ['u8_0F', 15],
    ['i3_FFFFFB46', -1210],
    ['i1_FB46', -1210],
    ['st_V3', 'V3'],
    ['VARIABLE_NOT_FOUND', undefined],
    ['er_timeout', null],
    [`u6_${'F'.repeat(40)}`, null],
  ])('GWY-03 of SENEC, %s is %s', (text, expected) => {
    expect(fromSenec(text)).toEqual(expected)
  })

  it.each<[unknown, unknown, unknown]>([
    ['-1.21', 'kW', -1210],
    [4410.25, 'kWh', 4_410_250],
    [233_600, 'mV', 233.6],
    ['unknown', 'W', 'unknown'],
    [5, 'bananas', null],
    [null, 'W', null],
    [Number.NaN, 'W', null],
  ])('GWY-03 %s in %s is %s', (reported, unit, expected) => {
    expect(normalised(reported, 1, unit)).toEqual(expected)
  })

  it.each<[string, string, boolean]>([
    ['a/+/c', 'a/b/c', true],
    ['a/+/c', 'a/b/d', false],
    ['a/#', 'a/b/c', true],
    ['a/b', 'a/b/c', false],
  ])('GWY-04 the filter %s and the topic %s: %s', (filter, topic, fits) => {
    expect(matches(filter, topic)).toBe(fits)
  })
})
