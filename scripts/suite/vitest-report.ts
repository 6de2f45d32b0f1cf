import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import * as z from 'zod/mini'
import type { Outcome } from './outcome.ts'

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({
          title: z.string(),
          fullName: z.string(),
          status: z.string(),
          duration: z.nullish(z.number()),
          failureMessages: z.nullish(z.array(z.string())),
          meta: z.nullish(z.object({ log: z.optional(z.string()) })),
        }),
      ),
    }),
  ),
})

/** Reads Vitest's JSON report. A file that could not be loaded, or whose hooks failed, counts as failed. */
export function readVitestReport(path: string, part: string, root: string): Outcome[] {
  const { testResults } = report.parse(JSON.parse(readFileSync(path, 'utf8')))
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults
      .filter((test) => test.status === 'passed' || test.status === 'failed')
      .map((test) => ({
        ...{ part, file, title: test.title, passed: test.status === 'passed', ms: test.duration ?? 0 },
        messages: test.failureMessages ?? [],
        evidence: test.meta?.log === undefined ? [] : [test.meta.log],
      }))
    if (status === 'passed' || tests.some(({ passed }) => !passed)) return tests
    const whole = { part, file, title: '', passed: false, ms: 0, messages: [message ?? ''], evidence: [] }
    return [...tests, whole]
  })
}
