import { shapeOf } from '@kellersonne/contract/shared/json-shape'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { elementsOf } from './json-elements.ts'

const depth = (text: string) => shapeOf(Buffer.from(text)).depth
const elements = (text: string) => elementsOf(Buffer.from(text)).map(String)

describe('the nesting of JSON', () => {
  it.each([
    ['1', 0],
    ['{}', 1],
    ['[{"a":[1]},{"b":2}]', 3],
    ['[[],[]]', 2],
    ['"[[["', 0],
    [String.raw`"\"[["`, 0],
    [String.raw`["\\",["a"]]`, 2],
    ['[[[', 3],
    [']]][', 0],
  ])('PRD-02 F7 of %s is %i', (text, expected) => {
    expect(depth(text)).toBe(expected)
  })

  it('PRD-02 F7 is counted also where a parser would run out of stack', () => {
    expect(depth('['.repeat(60_000))).toBe(60_000)
  })

  it.each([
    ['"a,[b"', 0],
    ['[1,2,{"a":",","b":3}]', 7],
    [',,,', 3],
  ])('PRD-02 F8 of %s counts brackets and commas', (text, signs) => {
    expect(shapeOf(Buffer.from(text)).signs).toBe(signs)
  })

  it.each([
    ['[]', ['']],
    ['[1]', ['1']],
    ['[1,"a,b",{"c":[2,3]}, [4,5]]', ['1', '"a,b"', '{"c":[2,3]}', ' [4,5]']],
    ['["ü,]","€"]', ['"ü,]"', '"€"']],
  ])('PRD-02 F7 parts %s', (text, expected) => {
    expect(elements(text)).toEqual(expected)
  })

  it('PRD-02 F7 parts any array into what was written', () => {
    const json = fc.array(fc.json(), { minLength: 1 })
    fc.assert(
      fc.property(json, (written) => {
        expect(elements(`[${written.join(',')}]`)).toEqual(written)
      }),
    )
  })
})
