import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { refused } from '../test/refused.ts'
import { createRule } from './rules.ts'

const number = z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(9)))
const form = z.object({
  text: z.optional(z.string().check(z.minLength(3), z.maxLength(4))),
  number: z.optional(number),
  choice: z.optional(z.enum(['red', 'green'])),
  link: z.optional(z.url()),
  own: z.optional(z.string().check(createRule((text) => text !== 'bad', 'composition'))),
  other: z.optional(z.string().check(z.refine((text) => text !== 'bad'))),
  list: z.optional(z.array(z.enum(['a', 'b'])).check(z.minLength(1), z.maxLength(2))),
  pair: z.optional(z.array(z.string().check(z.minLength(2)))),
})

it.each([
  ['text', 'ab', 'too_short'],
  ['text', 'abcde', 'too_long'],
  ['text', ['abc', 'abc'], 'type'],
  ['text', '', 'required'],
  ['number', '0', 'too_small'],
  ['number', '10', 'too_big'],
  ['number', '1.5', 'type'],
  ['number', 'x', 'type'],
  ['choice', 'blue', 'unknown'],
  ['choice', ['red', 'green'], 'type'],
  ['link', 'nowhere', 'format'],
  ['own', 'bad', 'composition'],
  ['other', 'bad', 'format'],
  ['list', [], 'too_small'],
  ['list', ['a', 'b', 'a'], 'too_big'],
])('API-13 %s=%s breaks the rule %s', (name, value, broken) => {
  expect(refused(form, { [name]: value })).toEqual({ [name]: broken })
})

it('API-13 a field that is not there is required', () => {
  const needed = z.object({ a: z.string(), b: z.enum(['x']), c: number })
  expect(refused(needed, {})).toEqual({ a: 'required', b: 'required', c: 'required' })
})

it('API-13 one of a repeated field is named by its place', () => {
  expect(refused(form, { list: ['a', 'c'], pair: ['ab', '', 'c'] })).toEqual({
    'list.1': 'unknown',
    'pair.1': 'required',
    'pair.2': 'too_short',
  })
})

it('API-13 a field that is there once counts as the first of a repeated one', () => {
  const repeated = z.object({
    sn: z.pipe(
      z.transform((value) => [value].flat()),
      z.array(z.enum(['a'])),
    ),
  })
  expect(refused(repeated, { sn: 'b' })).toEqual({ 'sn.0': 'unknown' })
  expect(refused(repeated, { sn: '' })).toEqual({ 'sn.0': 'required' })
})

it('API-13 names the first of several rules that a field breaks', () => {
  const strict = z.object({ text: z.string().check(z.maxLength(2), z.regex(/^[a-z]*$/)) })
  expect(refused(strict, { text: 'ABC' })).toEqual({ text: 'too_long' })
  expect(refused(strict, { text: 'AB' })).toEqual({ text: 'format' })
})
