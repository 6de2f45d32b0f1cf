import { describe, expect, it } from 'vitest'
import { strengthFor, strengthOf } from './strength.ts'

describe('how hard a password is to guess', () => {
  it.each([
    ['P@ssw0rd', 0],
    ['Sommer2026!', 3],
    ['q7Zk0vXw2mPd', 4],
  ])('AUT-02 %s: %i of 4', (password, strength) => {
    expect(strengthOf(password, [])).toBe(strength)
  })

  it('AUT-02 is judged by its first 32 characters', () => {
    expect(strengthOf(`${'a'.repeat(28)}q7Zv`, [])).toBe(2)
    expect(strengthOf(`${'a'.repeat(30)}q7Zv`, [])).toBe(1)
    expect(strengthOf(`q7Zv${'a'.repeat(200)}`, [])).toBe(2)
  })

  it('AUT-02 looks at eight words of an address at most, and at none of one or two letters', () => {
    const words = (from: number) => Array.from({ length: 8 }, (_, i) => `word${from + i}`).join('.')
    expect(strengthFor('Gundelfingen', `${words(1)}.gundelfingen@example.org`)).toBeGreaterThan(2)
    expect(strengthFor('Gundelfingen', `a.bc.d.ef.g.hi.j.k.l.gundelfingen@example.org`)).toBe(0)
  })

  it('AUT-02 is little for who knows the address', () => {
    expect(strengthOf('Gundelfingen', [])).toBeGreaterThan(2)
    expect(strengthFor('Gundelfingen', 'kontakt@gundelfingen.example')).toBe(0)
    expect(strengthFor('Gundelfingen', 'hans-gundelfingen@example.org')).toBe(0)
  })
})
