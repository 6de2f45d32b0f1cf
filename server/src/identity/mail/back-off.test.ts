import { describe, expect, it } from 'vitest'
import { nextAttemptAt } from '../../platform/mail/back-off.ts'
import { backOffFor } from './mails.ts'

const createdAt = new Date('2026-11-21T12:00:00Z')
/** Returns the minutes after which a mail that cannot be sent is tried. */
function triesOf(kind: string) {
  const minutes: number[] = []
  let at: Date | null = createdAt
  for (let tries = 1; at; tries++) {
    minutes.push((at.getTime() - createdAt.getTime()) / 60_000)
    at = nextAttemptAt({ createdAt, tries }, backOffFor(kind), at)
  }
  return minutes
}

describe('back-off', () => {
  it('F22 tries a notice for about a day', () => {
    expect(triesOf('welcome')).toEqual([0, 0.5, 2.5, 10.5, 42.5, 170.5, 530.5, 890.5, 1250.5])
  })

  it('F22 tries a link no longer than it is good for', () => {
    expect(triesOf('reset')).toEqual([0, 0.5, 2.5, 10.5, 18.5, 26.5])
  })
})
