import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commandLine } from '../../../test/cli.ts'

const folder = new URL('../../../../docs/runbooks/', import.meta.url)
const texts = globSync('*.md', { cwd: folder }).map((path) => readFileSync(new URL(path, folder), 'utf8'))
const commands = texts.flatMap((text) =>
  [...text.matchAll(/`kellersonne ([a-z][^`]*)`/g)].map(([, line = '']) => line),
)

it.each([...new Set(commands)])('HND-22 a run-book’s command exists: %s', async (line) => {
  const name = line.split(' ').filter((word, index) => index < 2 && /^[a-z]+$/.test(word))
  const { code, out } = await commandLine([...name, '--help'], null)
  expect(code).toBe(0)
  expect(out).toContain(`Usage: npm run cli -- ${name.join(' ')} `)
  for (const [option] of line.matchAll(/--[a-z-]+/g)) expect(out).toContain(`  ${option} `)
})

it('HND-22 run-books name commands', () => expect(commands.length).toBeGreaterThan(10))
