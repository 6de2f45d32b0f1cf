import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readOptions } from './options.ts'
import type { Outcome } from './outcome.ts'
import { failureReport, failureSummary, partReport, repeatCommand } from './report.ts'

const folder = mkdtempSync(join(tmpdir(), 'report-'))
afterAll(() => rmSync(folder, { recursive: true }))
const failed = (more: Partial<Outcome> = {}): Outcome => ({
  ...{ part: 'vitest', file: 'core/src/a.test.ts', title: 'PRD-01 is so', passed: false, ms: 1500 },
  ...{ messages: ['expected 1 to be 2'], evidence: [], ...more },
})

describe('a report on tests', () => {
  it('names the command that runs it alone with the same values, quoted for a shell', () => {
    expect(repeatCommand(failed(), readOptions(['--seed', '5']))).toBe(
      "npm test -- core/src/a.test.ts --title 'PRD-01 is so' --seed 5",
    )
    expect(repeatCommand(failed({ title: "the owner's $HOME" }), readOptions(['--shuffle']))).toBe(
      String.raw`npm test -- core/src/a.test.ts --title 'the owner'\''s $HOME' --seed 1 --shuffle`,
    )
  })

  it('shows what it says, the end of the product’s log, and where all else is', () => {
    const log = join(folder, 'product.log')
    writeFileSync(log, Array.from({ length: 100 }, (_, i) => `line ${i}`).join('\n'))
    const evidence = [log, join(folder, 'picture.png')]
    const text = failureReport(failed({ evidence }), readOptions([]), folder)
    expect(text).toContain('expected 1 to be 2')
    expect(text).toContain('line 99')
    expect(text).not.toContain('line 1\n')
    expect(text).toContain('product.log')
    expect(text).toContain('picture.png')
  })

  it('sums a failure up in a line for its name and one for each message', () => {
    const messages = ['Error: expected 1\n\nCall log:\n  - waiting', 'x'.repeat(1000)]
    const lines = failureSummary(failed({ messages })).split('\n')
    expect(lines.slice(0, 2)).toEqual([
      '✗ core/src/a.test.ts › PRD-01 is so',
      '    Error: expected 1 Call log: - waiting',
    ])
    expect(lines[2]).toHaveLength(304)
  })

  it('lists the ten slowest tests of a part, the slowest first', () => {
    const tests = Array.from({ length: 30 }, (_, i) => failed({ title: `test ${i}`, ms: i * 1000 }))
    const lines = partReport('vitest', 61_000, tests).split('\n')
    expect(lines[0]).toBe('vitest: 61.0 s')
    expect(lines).toHaveLength(11)
    expect(lines[1]).toContain('29.0 s  core/src/a.test.ts › test 29')
  })
})
