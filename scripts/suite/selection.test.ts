import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readOptions } from './options.ts'
import { selectionOf } from './selection.ts'

/** A project whose tests reach their subjects in every supported way. */
const files: Readonly<Record<string, string>> = {
  'core/src/sum.ts': 'export const sum = 1',
  'core/src/sum.test.ts': "import { sum } from './sum.ts'\nsum",
  'server/src/bill.ts': "export { sum } from '@kellersonne/core/sum'",
  'server/src/bill.test.ts': "const load = () => import('./bill.ts')\nload",
  'server/src/main.ts': "import './bill.ts'",
  'server/src/start.test.ts': "const main = new URL('main.ts', import.meta.url)\nmain",
  'server/src/schema.test.ts': "const tables = new URL('../migrations/', import.meta.url)\ntables",
  'server/migrations/0001.sql': 'select 1',
  'web/src/Page.tsx': 'export const Page = () => <p />',
  'web/src/Page.test.tsx': "import { Page } from './Page'\nPage",
  'e2e/charts.spec.ts': 'export {}',
  'vitest.config.ts': 'export default {}',
}
let root: string
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' })
const put = (name: string, text: string) => {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'selection-'))
  for (const [name, text] of Object.entries(files)) put(name, text)
  git('init', '-q')
  git('add', '.')
  git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'all')
})
afterAll(() => rmSync(root, { recursive: true }))

const selected = (...words: string[]) => selectionOf(root, readOptions(words))
/** Returns what a change of a file selects, and restores the file. */
function afterChange(name: string, ...words: string[]) {
  put(name, `${files[name] ?? ''}\n// changed`)
  try {
    return selected('--changed', ...words)
  } finally {
    if (files[name] === undefined) rmSync(join(root, name))
    else put(name, files[name])
  }
}

describe('a selection', () => {
  it('is everything without words', () => {
    const { whole, tests, specs } = selected()
    expect({ whole, tests: tests.length, specs }).toEqual({
      whole: true,
      tests: 5,
      specs: ['e2e/charts.spec.ts'],
    })
  })

  it('by words is the tests whose paths contain one, and the types of their workspaces', () => {
    expect(selected('server', 'charts.spec')).toEqual({
      whole: false,
      workspaces: ['server', 'e2e'],
      tests: ['server/src/bill.test.ts', 'server/src/schema.test.ts', 'server/src/start.test.ts'],
      specs: ['e2e/charts.spec.ts'],
    })
    expect(() => selected('sever')).toThrow('“sever”')
  })

  it.each([
    ['core/src/sum.ts', ['core/src/sum.test.ts', 'server/src/bill.test.ts', 'server/src/start.test.ts']],
    ['server/src/main.ts', ['server/src/start.test.ts']],
    ['server/migrations/0001.sql', ['server/src/schema.test.ts']],
    ['server/migrations/0002.sql', ['server/src/schema.test.ts']],
    ['web/src/Page.tsx', ['web/src/Page.test.tsx']],
    ['web/src/Page.test.tsx', ['web/src/Page.test.tsx']],
    ['README.md', []],
  ])('by changes is the tests that load what has changed: %s', (name, tests) => {
    expect(afterChange(name)).toMatchObject({ whole: false, tests })
  })

  it('is everything where the change reaches every test', () => {
    expect(afterChange('vitest.config.ts').whole).toBe(true)
  })

  it('by changes says that a revision is unknown', () => {
    expect(() => selected('--changed', 'nowhere')).toThrow(/nowhere/)
  })
})
