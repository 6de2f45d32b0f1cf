import { describe, expect, it } from 'vitest'
import { readOptions } from './options.ts'

describe('the words after npm test', () => {
  it('name paths, or a revision where changes count', () => {
    expect(readOptions(['server', 'web/src/ui'])).toMatchObject({
      words: ['server', 'web/src/ui'],
      changedSince: null,
    })
    expect(readOptions(['--changed'])).toMatchObject({ words: [], changedSince: 'HEAD' })
    expect(readOptions(['--changed', 'main'])).toMatchObject({ words: [], changedSince: 'main' })
  })

  it('draw the same values for everybody unless a seed is given', () => {
    expect(readOptions([]).seed).toBe(readOptions(['server']).seed)
    expect(readOptions(['--seed', '7']).seed).toBe(7)
  })

  it.each([
    [['--seed', 'seven'], /--seed takes a whole number/],
    [['--seed', '2147483648'], /--seed takes a whole number/],
    [['--changed', 'main', 'server'], /--changed takes one revision/],
    [['--sede', '7'], /--sede/],
  ])('are refused where they cannot be used: %j', (words, sentence) => {
    expect(() => readOptions(words)).toThrow(sentence)
  })
})
