import { MAX_IMAGE_BYTES } from '@kellersonne/core/firmware/image'
import * as z from 'zod/mini'
import {
  type Publication,
  PublishError,
  type PublishProblem,
  publish,
} from '../../../firmware/releases/publish.ts'
import { AT_ONCE } from '../../../firmware/releases/store.ts'
import type { Sql } from '../../../platform/db/database.ts'
import { reachOf } from '../../fleet/reach.ts'
import { type ChangeJob, cannot, type Job } from '../command.ts'
import { readText } from '../files.ts'
import { list } from '../table.ts'
import { chip, required, share, version } from './inputs.ts'
import { planFields, planOf } from './plan.ts'
import { planFacts, sentenceOf } from './show-plan.ts'

const EVERYBODY = 100

export const published = z.object({
  ...{ chip, version, file: z.string() },
  signature: z.optional(z.string()),
  notesDe: required('notes-de'),
  notesEn: required('notes-en'),
  changesDe: z.optional(z.string()),
  changesEn: z.optional(z.string()),
  share: z.optional(share),
  ...planFields,
})

const sentences: Record<PublishProblem, string> = {
  missing: 'The file cannot be read.',
  empty: 'The file is empty.',
  oversized: `The image is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MiB.`,
  unsigned: 'No key that is believed has signed this file as an image of this chip and version.',
  older: 'There is a newer release of this chip. Withdraw that first if it is bad.',
  there_already: 'There is a release of this chip and version already.',
}

/** Resolves to what an operator wants to publish, with the contents of the files but the image. */
export async function readPublication(
  { chip: ofChip, version: to, file, ...input }: z.output<typeof published>,
  { db }: Job,
): Promise<Required<Publication>> {
  const { changesDe, changesEn, notesDe, notesEn, signature } = input
  if ((changesDe === undefined) !== (changesEn === undefined))
    throw cannot('--changes-de and --changes-en belong together.')
  const changes = changesDe !== undefined && changesEn !== undefined ? { de: changesDe, en: changesEn } : null
  const text = await readText(signature ?? `${file}.sig`).catch(() => '')
  const { share: first, ...plan } = await planOf(db, input, { share: EVERYBODY, ...AT_ONCE })
  const names = { chip: ofChip, version: to, file }
  return {
    ...names,
    notes: { de: notesDe, en: notesEn },
    changes,
    signature: text.trim(),
    share: first,
    plan,
  }
}

export async function publishRelease(
  wanted: Required<Publication>,
  { db, dataFolder, now, record }: ChangeJob,
) {
  const { chip: ofChip, version: to, share: first, plan } = wanted
  const recorded = (sql: Sql, { sha256, key }: { sha256: string; key: string }) =>
    record(sql, {
      subject: `${ofChip} ${to}`,
      after: { ...planFacts({ share: first, ...plan }), sha256, key },
    })
  await publish({ db, dataFolder, now }, wanted, recorded).catch((error: unknown) => {
    throw error instanceof PublishError ? cannot(sentences[error.fault]) : error
  })
  const rollout = { chip: ofChip, version: to, share: first, ...plan }
  const reaches = await reachOf(db, rollout)
  const output = { chip: ofChip, version: to, share: first, reaches }
  return { json: output, text: `${list(output)}\n\n${sentenceOf(rollout, reaches)}` }
}
