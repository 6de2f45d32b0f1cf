import { describe, expect, it } from 'vitest'
import { printable } from './printable.ts'

describe('a text of a device', () => {
  it.each([
    ['E1\r\nSet-Cookie: x', 'E1  Set-Cookie: x'],
    ['a\0b\u001B[2Jc\u0085d', 'a\uFFFDb\uFFFD[2Jc\uFFFDd'],
    ['\u202Egaraeg\u2066\u200F\u061C', '\uFFFDgaraeg\uFFFD\uFFFD\uFFFD'],
    ['a\u2028b\u2029c', 'a b c'],
    ['\uD800x\uDC00', '\uFFFDx\uFFFD'],
    ['\u{E0041}', '\uFFFD\uFFFD'],
    ['Übertemperatur „heiß“ 温度 🔋', 'Übertemperatur „heiß“ 温度 🔋'],
  ])('ENT-06 %j is one line without invisible characters', (text, shown) => {
    expect(printable(text)).toBe(shown)
    expect(shown).toHaveLength(text.length)
  })
})
