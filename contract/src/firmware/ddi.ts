import type { ActionEvent } from '@kellersonne/core/firmware/chip-update'
import * as z from 'zod/mini'
import { printable } from '../shared/printable.ts'

/**
 * Protocol between update clients and the update service: Eclipse hawkBit's Direct Device Integration, as spoken by
 * SWUpdate and RAUC's updater. Client input is parsed leniently: fields that are not needed are ignored.
 */
const TENANT = 'default'
export const DDI_ROOT = `/${TENANT}/controller/v1/{sn}`
/** SWUpdate sends up to 48 lines of its log at once. */
export const MAX_FEEDBACK_BYTES = 256 * 1024
/** hawkBit's own quotas. */
export const MAX_WORDS = 1000
export const MAX_ATTRIBUTES = 100
const MAX_DETAILS = 50
/** Limit on detail lines and attributes that are examined at all. */
const MAX_LOOKED_AT = 1000
const MAX_DETAIL_LENGTH = 200
/** Keys in `chunks[].metadata` of the operator's signature and of the text it signs. */
export const SIGNATURE_METADATA = { signature: 'ed25519', statement: 'statement' } as const

const storable = z.string().check(z.overwrite(printable))
/** Returns the first `length` UTF-16 units of a text, without half of a pair at the end. */
export const cutTo = (length: number, value: string) => value.slice(0, length).toWellFormed()
const text = z.union([storable, z.pipe(z.number(), z.transform(String))])
const href = z.object({ href: z.string() })

const executions = [
  ...(['closed', 'proceeding', 'canceled', 'scheduled', 'rejected', 'resumed'] as const),
  ...(['download', 'downloaded'] as const),
] as const

const lastLines = z.pipe(
  z.nullish(z.array(z.unknown())),
  z.transform((lines) => (lines ?? []).slice(-MAX_LOOKED_AT)),
)
const details = z.pipe(
  z.pipe(lastLines, z.array(text)),
  z.transform((lines) =>
    lines
      .map((line) => cutTo(MAX_DETAIL_LENGTH, line).trim())
      .filter((line) => line !== '')
      .slice(-MAX_DETAILS),
  ),
)
/** The body's `id` and `time` are ignored: the URL identifies the action, and the server's clock counts. */
export const feedback = z.object({
  status: z.object({
    execution: z.enum(executions),
    result: z.object({
      finished: z.enum(['none', 'success', 'failure']),
      progress: z.nullish(z.object({ cnt: z.nullish(z.number()), of: z.nullish(z.number()) })),
    }),
    details,
  }),
})
export type Feedback = z.output<typeof feedback>

const fewEntries = z
  .record(z.string(), z.unknown())
  .check(z.refine((all) => Object.keys(all).length <= MAX_LOOKED_AT, { error: 'too_big' }))
/** How attributes are applied to those sent before; by default they are merged. */
const configMode = z.enum(['merge', 'replace', 'remove'])
export const configData = z.object({
  mode: z.nullish(configMode),
  data: z.nullish(z.pipe(fewEntries, z.record(storable.check(z.maxLength(128)), z.nullish(text)))),
})
export type ConfigData = z.output<typeof configData>

export const poll = z.object({
  config: z.object({ polling: z.object({ sleep: z.string() }) }),
  _links: z.object({
    configData: z.optional(href),
    deploymentBase: z.optional(href),
    cancelAction: z.optional(href),
  }),
})
export type Poll = z.output<typeof poll>

const artifact = z.object({
  filename: z.string(),
  hashes: z.object({ sha1: z.string(), sha256: z.string() }),
  size: z.int(),
  _links: z.record(z.string(), href),
})
/** An action updates one chip: one chunk of one artifact. */
export const deployment = z.object({
  id: z.string(),
  deployment: z.object({
    download: z.literal('forced'),
    update: z.literal('forced'),
    chunks: z.array(
      z.object({
        part: z.string(),
        name: z.string(),
        version: z.string(),
        artifacts: z.array(artifact),
        metadata: z.array(z.object({ key: z.string(), value: z.string() })),
      }),
    ),
  }),
})
export type Deployment = z.output<typeof deployment>

/** Formats a unit's polling interval the way DDI does. */
export function sleepOf(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** What SWUpdate and RAUC's updater report once the image is in the chip. */
const INSTALLED = /^(?:All Chunks Installed\.|100% )/
const PERCENT = /^(\d{1,2})% /

/**
 * Returns the progress of the installation in %, null if not reported. Batches of log lines do not count (`of` 0).
 */
function installedPart({ result: { progress }, details: lines }: Feedback['status']): number | null {
  const [cnt, of] = [progress?.cnt ?? 0, progress?.of ?? 0]
  if (of > 0 && cnt >= of) return 100
  const percents = lines.flatMap((line) => PERCENT.exec(line)?.[1] ?? []).map(Number)
  return percents.length > 0 ? Math.max(...percents) : null
}

/** Converts a client's feedback to an event of its action. */
export function toEvent({ status }: Feedback, at: Date): ActionEvent {
  const { execution, result } = status
  if (execution === 'rejected' || execution === 'canceled') return { kind: 'failed', reason: 'refused', at }
  if (execution === 'closed' && result.finished === 'failure') return { kind: 'failed', reason: 'failed', at }
  if (execution === 'closed') return { kind: 'succeeded', at }
  if (status.details.some((line) => INSTALLED.test(line))) return { kind: 'installed', at }
  return { kind: 'progressReported', at, installed: installedPart(status) }
}
