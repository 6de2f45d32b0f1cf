import { globSync, readFileSync } from 'node:fs'
import { SERIAL_NUMBER } from '@kellersonne/core/systems/systems'
import { analyse } from 'scslre'
import { describe, expect, it } from 'vitest'
import { parse, walk } from './scripts/mutate/syntax.ts'

type Expression = { readonly at: string; readonly expression: RegExp }

const files = globSync('{core,contract,device-kit,gateway,server,simulator,conformance}/src/**/*.ts').filter(
  (file) => !/\.test\.ts$|\/test\//.test(file),
)
/** Expressions built at run time. */
const computed: Record<string, RegExp> = { 'core/src/systems/systems.ts': SERIAL_NUMBER }

const found: Expression[] = Object.entries(computed).map(([at, expression]) => ({ at, expression }))
const unknown: string[] = []
for (const file of files) {
  const source = readFileSync(file, 'utf8')
  const lineOf = (start: number) => `${file}:${source.slice(0, start).split('\n').length}`
  walk(parse(file, source), (node) => {
    if (node.type === 'Literal' && 'regex' in node) {
      const { pattern, flags } = node.regex
      found.push({ at: lineOf(node.start), expression: new RegExp(pattern, flags) })
    }
    const isMade = node.type === 'NewExpression' || node.type === 'CallExpression'
    if (isMade && node.callee.type === 'Identifier' && node.callee.name === 'RegExp' && !(file in computed))
      unknown.push(lineOf(node.start))
    return true
  })
}

/** Returns every superlinear way to match a text, each with the repeated part. */
const slowness = (expression: RegExp) =>
  analyse(expression).reports.map(({ type, exponential }) => ({ type, exponential }))

describe('regular expressions', () => {
  it('API-13 F1 take no longer than a text is long, whatever it says', () => {
    const slow = found.flatMap(({ at, expression }) =>
      slowness(expression).map(({ type }) => `${at}: ${expression} (${type})`),
    )
    expect(slow).toEqual([])
  })

  it('API-13 F1 are all known', () => {
    expect(unknown).toEqual([])
    expect(found.length).toBeGreaterThan(40)
  })

  it('API-13 F1 are distinguished from those that take longer', () => {
    expect(slowness(/^(?:[\w./-]+:\d+:\d+\n?)*$/)).toMatchObject([{ exponential: true }])
    expect(slowness(/\s+$/)).toMatchObject([{ type: 'Move' }])
  })
})
