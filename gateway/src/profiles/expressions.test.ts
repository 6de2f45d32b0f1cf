import { describe, expect, it } from 'vitest'
import { compile, FormulaFault } from './expressions.ts'

const evaluate = (text: string, input: object) => compile(text).evaluate(input)

describe('formulas of profiles', () => {
  it.each<[string, object, unknown]>([
    ['discharge - charge', { discharge: 0, charge: 500 }, -500],
    ['-grid', { grid: 5 }, -5],
    ['-grid', {}, undefined],
    ['2 * a / b + 1', { a: 3, b: 4 }, 2.5],
    ["$first(a, b) = 'x' ? 1 : 2", { b: 'x' }, 1],
    ['discharge - charge', { discharge: 3 }, undefined],
    ['$total(a, b, c)', { a: 1, c: 2 }, 3],
    ['$total(a, b)', {}, undefined],
    ['$first(a, b)', { b: 0 }, 0],
    ['state = 1 ? -grid', { state: 0, grid: 1 }, undefined],
    [
      "list[name='b'].w",
      {
        list: [
          { name: 'a', w: 1 },
          { name: 'b', w: 2 },
        ],
      },
      2,
    ],
    ['constructor', {}, undefined],
  ])('GWY-05 %s of %j is %s', async (text, input, value) => {
    expect(await evaluate(text, input)).toEqual(value)
  })

  it('names the fields that it may read', () => {
    expect(compile('a + $total(b, c.d)').names).toEqual(new Set(['a', 'b', 'c', 'd']))
    expect(compile('grid').names).toEqual(new Set(['grid']))
  })

  it.each([
    '(function($x){ $x($x) })(function($x){ $x($x) })',
    '[1..10000000]',
    '($v := "xxxxxxxx"; $v := $v & $v; $length($v))',
    '/(a+)+b/',
    '$eval("1")',
    '$pad("", 1000000000)',
    '$match("a", /a/)',
    '**.w',
    '$map(a, $string)',
    '(',
  ])('GWY-06 does not allow %s', (text) => {
    expect(() => compile(text)).toThrow(FormulaFault)
  })

  it.each([
    ['steps', 80, '$sum(rows.a.(b * b * b * b))'],
    ['results', 400, '$count(rows.a.b)'],
  ])('GWY-06 ends what takes too many %s', async (_what, side, text) => {
    const rows = Array.from({ length: side }, () => ({ a: Array.from({ length: side }, () => ({ b: 1 })) }))
    await expect(evaluate(text, { rows })).rejects.toThrow(FormulaFault)
  })
})
