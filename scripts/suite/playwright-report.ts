import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { Outcome } from './outcome.ts'

const result = z.object({
  duration: z.number(),
  errors: z.optional(z.array(z.object({ message: z.optional(z.string()) }))),
  attachments: z.array(z.object({ path: z.optional(z.string()) })),
})
const spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ status: z.string(), results: z.array(result) })),
})
type Suite = { specs: z.infer<typeof spec>[]; suites?: Suite[] | undefined }
const suite: z.ZodMiniType<Suite> = z.object({
  specs: z.array(spec),
  suites: z.optional(z.array(z.lazy(() => suite))),
})
const report = z.object({
  suites: z.array(suite),
  errors: z.array(z.object({ message: z.optional(z.string()) })),
})

const specsIn = ({ specs, suites = [] }: Suite): z.infer<typeof spec>[] => [
  ...specs,
  ...suites.flatMap(specsIn),
]

/** Reads Playwright's JSON report. An error outside of tests is a failure of its own. */
export function readPlaywrightReport(path: string, part: string): Outcome[] {
  const { suites, errors } = report.parse(JSON.parse(readFileSync(path, 'utf8')))
  const tests = suites.flatMap(specsIn).flatMap(({ title, file, tests: runs }) =>
    runs.map(({ status, results }) => ({
      ...{ part, file: `e2e/${file}`, title, passed: status === 'expected' },
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      messages: results.flatMap(({ errors: own = [] }) => own.map(({ message = '' }) => message)),
      evidence: results.flatMap(({ attachments }) => attachments.flatMap(({ path: file = [] }) => file)),
    })),
  )
  const outside = errors.map(({ message = '' }) => ({
    ...{ part, file: '', title: part, passed: false, ms: 0, messages: [message], evidence: [] },
  }))
  return [...tests, ...outside]
}
