import { describe, expect, it } from 'vitest'
import { printable, printableJson } from './printable.ts'

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

it('HND-03 JSON for a terminal says the same, and has nothing in it that the terminal obeys', () => {
  const output = { words: ['\u009B31m\u202Ebad\u{E0041}\n', 'heiß 🔋'] }
  const json = printableJson(JSON.stringify(output, null, 2))
  expect(JSON.parse(json)).toEqual(output)
  expect(json).toContain('"\\u009b31m\\u202ebad\\udb40\\udc41\\n"')
  expect(json.split('\n')).toHaveLength(6)
})
