import * as z from 'zod/mini'
import { deriveKey } from '../../platform/derive.ts'

/**
 * 3: rows in COPY's binary format, compressed by Zstandard. 2: rows of several tables come in turns, raw readings may be left out.
 * 1: one table after the other, pieces may end within a row.
 */
export const FORMAT = 3
export const MANIFEST = 'manifest.json'

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))
export const table = z.object({ name: z.string(), columns: z.array(z.string()) })
export const sequence = z.object({ name: z.string(), last: z.coerce.string(), called: z.boolean() })

/** The description of a backup. */
export const manifest = z.object({
  format: z.literal([1, 2, FORMAT]),
  made_at: z.string(),
  postgresql: z.string(),
  migrations: z.array(z.string()).check(z.minLength(1)),
  /** In an order in which they can be filled: a table comes after those it refers to. */
  tables: z.array(table),
  sequences: z.array(sequence),
  /** Whether raw readings are in it. */
  readings: z._default(z.boolean(), true),
  /** The days that have a partition of raw readings. */
  reading_days: z.nullable(z.object({ first: day, last: day })),
  /** A check value of the backup's SECRET, which reveals nothing about it. */
  secret: z.string(),
})
export type Manifest = z.output<typeof manifest>
export type Table = z.output<typeof table>

const PRINT_CHARACTERS = 16
export const fingerprint = (secret: Buffer): string =>
  deriveKey(secret, 'backup').toString('hex').slice(0, PRINT_CHARACTERS)
