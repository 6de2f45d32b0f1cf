import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { refused } from '../test/refused.ts'
import { page } from './page.ts'

const query = z.object({ page })

describe('a page of a list', () => {
  it('SHL-08 is the first one where none is asked for', () => {
    expect(query.parse({})).toEqual({ page: 1 })
  })

  it.each([
    ['1', 1],
    ['0002', 2],
    ['9999999', 9_999_999],
  ])('SHL-08 page=%s is page %i', (text, number) => {
    expect(query.parse({ page: text })).toEqual({ page: number })
  })

  it.each([
    ['0', 'too_small'],
    ['-1', 'format'],
    ['1.5', 'format'],
    ['1e3', 'format'],
    ['10000000', 'format'],
    ['', 'required'],
  ])('API-12 page=%s is refused as %s', (text, rule) => {
    expect(refused(query, { page: text })).toEqual({ page: rule })
  })
})
