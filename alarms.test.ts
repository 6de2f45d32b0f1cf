import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'

const byName = (a: string, b: string) => a.localeCompare(b, 'en')
const read = (path: string) => readFileSync(path, 'utf8')
const [, ...rules] = read('deploy/prometheus/alerts.yml').split(/^ {6}- alert: /m)
const nameOf = (rule: string) => /^Kellersonne(\w+)$/m.exec(rule)?.[1] ?? ''
/** The name that an alarm's run-book and tests have as files: `JobOld` is `job-old`. */
const fileOf = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
const names = [...new Set(rules.map(nameOf))].map(fileOf).toSorted(byName)
const filesIn = (pattern: string, suffix: string) =>
  globSync(pattern)
    .map((path) => basename(path, suffix))
    .toSorted(byName)

describe('each alarm', () => {
  it.each(rules.map((rule) => [nameOf(rule), rule]))(
    'HND-22 %s has a severity, a summary and a run-book',
    (name, rule) => {
      expect(rule).toMatch(/^ {8}labels: \{ severity: (page|ticket) \}$/m)
      expect(rule).toMatch(/^ {10}summary: ".+\."$/m)
      expect(rule).toContain(`\n          runbook: docs/runbooks/${fileOf(name)}.md\n`)
    },
  )

  it('HND-22 has a run-book, and each run-book an alarm', () => {
    expect(filesIn('docs/runbooks/*.md', '.md')).toEqual(names)
    for (const name of names) {
      const parts = [...read(`docs/runbooks/${name}.md`).matchAll(/^(?:# Kellersonne(\w+)$|\*\*(.+?)\*\*)/gm)]
      expect(parts.map(([, alarm, part]) => (alarm === undefined ? part : fileOf(alarm)))).toEqual([
        ...[name, 'What it means.', 'Look at', 'Do', 'Wake somebody.'],
      ])
    }
  })

  it('HND-23 is tested with promtool: when it fires, and when it is silent', () => {
    expect(filesIn('deploy/prometheus/tests/*.yml', '.yml')).toEqual(names)
    for (const name of names) {
      const cases = [
        ...read(`deploy/prometheus/tests/${name}.yml`).matchAll(/^ {2}# (Fires|Is silent) when .+\.$/gm),
      ]
      expect(new Set(cases.map(([, kind]) => kind)), name).toEqual(new Set(['Fires', 'Is silent']))
    }
  })

  it('HND-22 asks for measures that exist, as do dashboards and run-books', () => {
    const known = [...read('docs/operating.md').matchAll(/^\| `(kellersonne_\w+)`/gm)].map(([, name]) => name)
    const asked = globSync(['deploy/prometheus/**/*.yml', 'deploy/grafana/*.json', 'docs/runbooks/*.md'])
      .flatMap((path) => [...read(path).matchAll(/\bkellersonne_[a-z_]+/g)].map(([name]) => name))
      .filter((name) => name !== 'kellersonne_try')
      .map((name) => name.replace(/(?<=seconds)_(?:bucket|count|sum)$/, ''))
    expect(asked.length).toBeGreaterThan(rules.length)
    expect([...new Set(asked)].filter((name) => !known.includes(name))).toEqual([])
  })
})
