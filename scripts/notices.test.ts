import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { noticesOf } from './notices.ts'

it('lists every package that is shipped, with its licence', () => {
  expect(readFileSync('THIRD-PARTY.md', 'utf8')).toBe(noticesOf(readFileSync('package-lock.json', 'utf8')))
})

it('leaves out workspaces and the tools of development', () => {
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/tool': { version: '1.0.0', license: 'MIT', dev: true },
    'node_modules/@kellersonne/core': { link: true },
    'node_modules/@a/b': { version: '1.2.3', license: 'ISC' },
    'node_modules/@a/b/node_modules/c': { version: '4.5.6' },
  }
  const rows = noticesOf(JSON.stringify({ packages })).split('\n').slice(-3)
  expect(rows).toEqual(['| @a/b | 1.2.3 | ISC |', '| c | 4.5.6 | see package |', ''])
})
