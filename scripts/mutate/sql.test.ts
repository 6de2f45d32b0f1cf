import { describe, expect, it } from 'vitest'
import { isSql, sqlEditsOf } from './sql.ts'

const mutated = (text: string) =>
  sqlEditsOf(text).map(({ start, end, text: change }) => text.slice(0, start) + change + text.slice(end))

/** Returns a placeholder as written in a source file. */
const placeholder = (code: string) => `$\{${code}}`

describe('bugs planted in SQL', () => {
  it('leave out each condition, and keep its parameters', () => {
    expect(mutated('select a from b where owner = $1 and until is null order by c')).toEqual([
      'select a from b where (owner = $1 or true) and until is null order by c',
      'select a from b where owner = $1 and (until is null or true) order by c',
      'select a from b where owner = $1 and until is null order by c desc',
    ])
  })

  it.each([
    [
      'one of two',
      'where (a or b)',
      ['where ((a or b) or true)', 'where ((a and false) or b)', 'where (a or (b and false))'],
    ],
    ['an edge', 'where at < $1', ['where (at < $1 or true)', 'where at <= $1']],
    [
      'both ends of between',
      'where a between $1 and $2 and b',
      ['where (a between $1 and $2 or true) and b', 'where a between $1 and $2 and (b or true)'],
    ],
    [
      'a condition of a join',
      'join b on b.id = a.id and c',
      ['join b on (b.id = a.id or true) and c', 'join b on b.id = a.id and (c or true)'],
    ],
    ['a compared word', "and a = 'b'", ["and (a = 'b' or true)", "and a <> 'b'"]],
    ['a filter', 'select sum(a) filter (where b)', ['select sum(a) filter (where (b or true))']],
    ['a case', 'case when a then b else c end', ['case when (a or true) then b else c end']],
    ['distinct', 'select distinct on (a) b from c', ['select b from c']],
    ['a limit', 'select a from b limit $1', ['select a from b limit $1 + 1']],
    ['an order', 'select a from b order by a desc', ['select a from b order by a']],
    ['an order in brackets', 'select agg(a order by b) from c', ['select agg(a order by b desc) from c']],
    ['an extreme', 'select min(a) from b', ['select max(a) from b']],
    ['a missing row', 'select a from b left join c using (d)', ['select a from b join c using (d)']],
  ])('change %s', (_, text, expected) => {
    expect(mutated(text)).toEqual(expected)
  })

  it.each([
    ['strings', "select 'a < b and c' from d"],
    ['what is put in', `select a from b ${placeholder('c < d && e')}`],
    ['comments', 'select a from b -- where c < d\n'],
    ['the columns two tables join by', 'select a from b join c on c.id = b.id'],
    ['the one row that is read', 'select a from b limit 1'],
    ['what is set', 'update a set b = c'],
  ])('leave alone %s', (_, text) => {
    expect(mutated(text)).toEqual([])
  })

  it('keep apart a condition and the clause that is put in behind it', () => {
    expect(mutated(`where a = $1 ${placeholder('rest')}`)).toEqual([
      `where (a = $1 or true) ${placeholder('rest')}`,
    ])
  })

  it('know SQL from words', () => {
    expect(isSql('select a from b')).toBe(true)
    expect(isSql('and until is null')).toBe(true)
    expect(isSql('(select a from b)')).toBe(true)
    expect(isSql(`${placeholder('chosen')} where until is null`)).toBe(true)
    expect(isSql(`${placeholder('file')} is not where it was`)).toBe(false)
    expect(isSql('select a system first')).toBe(false)
    expect(isSql('with love')).toBe(false)
  })
})
