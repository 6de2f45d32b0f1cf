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

  it('AUT-02 is told by its first 64 characters', () => {
    expect(strengthOf(`${'a'.repeat(61)}q7Z`, [])).toBe(2)
    expect(strengthOf(`${'a'.repeat(62)}q7Z`, [])).toBe(1)
    expect(strengthOf(`q7Z${'a'.repeat(61)}`, [])).toBe(2)
  })

  it('AUT-02 is little for who knows the address', () => {
    expect(strengthOf('Gundelfingen', [])).toBeGreaterThan(2)
    expect(strengthFor('Gundelfingen', 'kontakt@gundelfingen.example')).toBe(0)
    expect(strengthFor('Gundelfingen', 'hans-gundelfingen@example.org')).toBe(0)
  })
})
