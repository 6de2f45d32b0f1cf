import { describe, expect, it } from 'vitest'
import { mutantsOf } from './mutants.ts'

const mutated = (source: string) => mutantsOf('core/src/a.ts', source).map((mutant) => mutant.mutated)

describe('planted bugs', () => {
  it.each([
    ['the edge of a comparison', 'const a = b < c', ['const a = b <= c']],
    ['equality', 'const a = b === c', ['const a = b !== c']],
    ['a compared word', "const a = b === 'x'", ["const a = b !== 'x'", "const a = b === ''"]],
    ['arithmetic', 'const a = b - c', ['const a = b + c']],
    [
      'each operand of a chain',
      'const a = b && c && d',
      [
        'const a = c && d',
        'const a = b && d',
        'const a = b || c && d',
        'const a = b && c',
        'const a = b && c || d',
      ],
    ],
    ['what stands in for nothing', 'const a = b ?? c', ['const a = b']],
    ['a number', 'const a = 60', ['const a = 61', 'const a = 59']],
    ['a large number', 'const a = 60_000', ['const a = 120000']],
    ['truth', 'const a = true', ['const a = false']],
    ['a condition', 'const a = b ? c : d', ['const a = !(b) ? c : d']],
    ['a negated condition', 'if (!a) { b = c } else { b = d }', ['if (a) { b = c } else { b = d }']],
    ['a guard', 'function f() { if (a) return; b = c }', ['function f() { if (false) return; b = c }']],
    ['a filter', 'const a = b.filter(c)', ['const a = b']],
    ['a quantifier', 'const a = b.some(c)', ['const a = b.every(c)']],
    ['a limit', 'const a = Math.min(b, c)', ['const a = Math.max(b, c)']],
    ['an order', 'const a = b.sort(c)', ['const a = b.sort(c).reverse()']],
    ['a call for its effect', 'a(b)', ['undefined']],
    ['an awaited call', 'async function f() { await a(b) }', ['async function f() { undefined }']],
  ])('change %s', (_, source, expected) => {
    expect(mutated(source)).toEqual(expected)
  })

  it.each([
    ['types', 'type A = 1 | 2; const a: B<3> = c as 4'],
    ['the joining of texts', "const a = 'b' + c + d"],
    ['logs', 'log.warn({ a: 1 })'],
    ['the words of errors', 'const a = new Error(b ?? c)'],
    ['what cannot be', "if (!a) throw new Error('b')"],
    ['names', "import { a } from './b.ts'; const c = { 1: d }"],
    ['what only the compiler asks for', 'for (const i of a) b = c[i] ?? 0'],
    ['the first of a tuple', 'const a = b[0]'],
  ])('leave alone %s', (_, source) => {
    expect(mutated(source)).toEqual([])
  })

  it('are identified by the lines they change', () => {
    expect(mutantsOf('core/src/a.ts', 'const a = 1\n\nb(\n  c,\n)\n').at(-1)).toMatchObject({
      line: 3,
      original: 'b( c, )',
      mutated: 'undefined',
    })
  })
})
