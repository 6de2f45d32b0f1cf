import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const MADE = /\b(?:counter|histogram|levels|gauge)\(\s*'(\w+)'/g
const ASKED = /^ {4}name: '(\w+)'/gm
const DOCUMENTED = /^\| `kellersonne_(\w+)/gm

it('HND-04 docs/operating.md explains every measure there is, and none that there is not', () => {
  const sources = globSync('**/*.ts', { cwd: new URL('../', import.meta.url) })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => read(`../${path}`))
    .filter(
      (text) => /from '(?:\.\.?\/)+(?:platform\/)?metrics\.ts'/.test(text) || text.includes('prom-client'),
    )
  const made = sources.flatMap((text) => [...text.matchAll(MADE)].map(([, name]) => name))
  const asked = [...read('../operations/monitoring/gauges.ts').matchAll(ASKED)].map(([, name]) => name)
  const documented = [...read('../../../docs/operating.md').matchAll(DOCUMENTED)].map(([, name]) => name)
  expect([...documented].sort()).toEqual([...made, ...asked].sort())
})
