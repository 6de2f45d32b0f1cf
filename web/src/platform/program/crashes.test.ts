import { reportCrash } from '@kellersonne/contract/operations/crashes'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { json, serve } from '../../../test/wire.ts'
import { ownFrames, plainMessage, reportCrashes } from './crashes.ts'

const ORIGIN = 'https://portal.example'

describe('what a report says', () => {
  it.each([
    [
      "Cannot read properties of undefined (reading 'soc')",
      "Cannot read properties of undefined (reading 'soc')",
    ],
    ['"j.wagner@example.de" is not valid JSON', '… is not valid JSON'],
    ['no owner j.wagner@example.de here', 'no owner … here'],
    ['Failed to fetch https://portal.example/a?token=geheim', 'Failed to fetch …'],
    ['system 1001 at 230.4 V', 'system … at ….4 V'],
    ['went to /password_reset#token=abc', 'went to /password_reset…'],
  ])('API-13 nothing of what it was about: %s', (message, plain) => {
    expect(plainMessage(message)).toBe(plain)
  })

  it('API-13 the own frames alone, as Chromium and Firefox write them', () => {
    const stack = [
      'Error: j.wagner@example.de',
      `    at draw (${ORIGIN}/assets/main-1a.js:1:23)`,
      '    at chrome-extension://abc/inject.js:1:1',
      '    at https://elsewhere.example/x.js:1:1',
      `go@${ORIGIN}/assets/charts-2b.js?sn=1001:4:56`,
    ].join('\n')
    expect(ownFrames(stack, ORIGIN)).toBe('assets/main-1a.js:1:23\nassets/charts-2b.js:4:56')
  })

  it('API-13 is one the server takes, once for the same thing, never for what is not ours', () => {
    const calls = serve({ [reportCrash.path]: () => json({}) })
    reportCrashes(() => '/dashboard')
    const fault = new TypeError('x'.repeat(500))
    fault.stack = `at ${window.location.origin}/assets/main-1a.js:1:23\n`.repeat(100)
    const foreign = new Error('of an extension')
    foreign.stack = 'at chrome-extension://abc/inject.js:1:1'
    for (const error of [fault, fault, foreign, null])
      window.dispatchEvent(new ErrorEvent('error', { error, cancelable: true }))
    expect(calls).toHaveLength(1)
    const form = Object.fromEntries(calls[0]?.form ?? [])
    expect(z.safeParse(reportCrash.form, form).success).toBe(true)
    expect(form).toMatchObject({ route: '/dashboard' })
  })
})
