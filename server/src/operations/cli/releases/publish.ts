import { MAX_IMAGE_BYTES } from '@kellersonne/core/firmware/image'
import * as z from 'zod/mini'
import { PublishError, type PublishProblem, publish } from '../../../firmware/releases/publish.ts'
import type { Sql } from '../../../platform/db/database.ts'
import { type ChangeJob, cannot } from '../command.ts'
import { readText } from '../files.ts'
import { list } from '../table.ts'
import { chip, required, share, version } from './inputs.ts'

export const published = z.object({
  ...{ chip, version, file: z.string() },
  signature: z.optional(z.string()),
  notesDe: required('notes-de'),
  notesEn: required('notes-en'),
  changesDe: z.optional(z.string()),
  changesEn: z.optional(z.string()),
  share: z._default(share, 100),
})

const sentences: Record<PublishProblem, string> = {
  missing: 'The file cannot be read.',
  empty: 'The file is empty.',
  oversized: `The image is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MiB.`,
  unsigned: 'No key that is believed has signed this file as an image of this chip and version.',
  older: 'There is a newer release of this chip. Withdraw that first if it is bad.',
  there_already: 'There is a release of this chip and version already.',
}

export async function publishRelease(
  input: z.output<typeof published>,
  { db, dataFolder, now, record }: ChangeJob,
) {
  const { changesDe, changesEn, notesDe, notesEn, signature, ...release } = input
  if ((changesDe === undefined) !== (changesEn === undefined))
    throw cannot('--changes-de and --changes-en belong together.')
  const changes = changesDe !== undefined && changesEn !== undefined ? { de: changesDe, en: changesEn } : null
  const text = await readText(signature ?? `${input.file}.sig`).catch(() => '')
  const notes = { de: notesDe, en: notesEn }
  const wanted = { ...release, notes, changes, signature: text.trim() }
  const subject = `${release.chip} ${release.version}`
  const recorded = (sql: Sql, { sha256, key }: { sha256: string; key: string }) =>
    record(sql, { subject, after: { share: release.share, sha256, key } })
  await publish({ db, dataFolder, now }, wanted, recorded).catch((error: unknown) => {
    throw error instanceof PublishError ? cannot(sentences[error.fault]) : error
  })
  const output = { chip: release.chip, version: release.version, share: release.share }
  return { json: output, text: list(output) }
}
