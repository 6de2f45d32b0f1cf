import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import * as z from 'zod/mini'
import type { Outcome } from './outcome.ts'

const error = z.object({
  message: z.optional(z.string()),
  location: z.optional(z.object({ file: z.string(), line: z.number() })),
})
const result = z.object({
  duration: z.number(),
  errors: z.optional(z.array(error)),
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
  errors: z.array(error),
})

const specsIn = ({ specs, suites = [] }: Suite): z.infer<typeof spec>[] => [
  ...specs,
  ...suites.flatMap(specsIn),
]

const messageOf = ({ message = '', location }: z.infer<typeof error>) =>
  location ? `${basename(location.file)}:${location.line}: ${message}` : message

/** Reads Playwright's JSON report. An error outside of tests is a failure of its own. */
export function readPlaywrightReport(path: string, part: string): Outcome[] {
  const { suites, errors } = report.parse(JSON.parse(readFileSync(path, 'utf8')))
  const tests = suites.flatMap(specsIn).flatMap(({ title, file, tests: runs }) =>
    runs.map(({ status, results }) => ({
      ...{ part, file: `e2e/${file}`, title, passed: status === 'expected' },
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      messages: results.flatMap(({ errors = [] }) => errors.map(messageOf)),
      evidence: results.flatMap(({ attachments }) => attachments.flatMap(({ path: file = [] }) => file)),
    })),
  )
  const outside = errors.map((one) => ({
    ...{ part, file: '', title: part, passed: false, ms: 0, messages: [messageOf(one)], evidence: [] },
  }))
  return [...tests, ...outside]
}
