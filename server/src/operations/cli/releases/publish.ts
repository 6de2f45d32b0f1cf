import { MAX_IMAGE_BYTES } from '@kellersonne/core/firmware/image'
import * as z from 'zod/mini'
import { digestOf, imageStore } from '../../../firmware/releases/images.ts'
import { PublishError, type PublishProblem, publish } from '../../../firmware/releases/publish.ts'
import { AT_ONCE, releaseStore, rollout } from '../../../firmware/releases/store.ts'
import type { Sql } from '../../../platform/db/database.ts'
import { approvalStore } from '../../approvals/store.ts'
import { reachOf } from '../../fleet/reach.ts'
import { type ChangeJob, cannot, type Job } from '../command.ts'
import { readText } from '../files.ts'
import { list } from '../table.ts'
import { changes, chip, fixes, required, share, version } from './inputs.ts'
import { planFields, planOf } from './plan.ts'
import { fixFacts, planFacts, sentenceOf } from './show-plan.ts'

const EVERYBODY = 100

export const published = z.object({
  ...{ chip, version, file: z.string() },
  signature: z.optional(z.string()),
  notesDe: required,
  notesEn: required,
  changesDe: z.optional(changes),
  changesEn: z.optional(changes),
  share: z.optional(share),
  fixes: z.optional(fixes),
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

const bilingual = z.object({ de: z.string(), en: z.string() })
const { share: _share, ...planShape } = rollout.shape
/** A publication whose image is a file, or is in the image store already. */
const request = z.object({
  ...{ chip, version, image: z.union([z.object({ file: z.string() }), z.object({ sha256: z.string() })]) },
  ...{ signature: z.string(), notes: bilingual, changes: z.nullable(bilingual) },
  fixes: z.optional(z.array(z.string())),
  ...{ share: z.int(), plan: z.object(planShape) },
})
type Request = z.output<typeof request>

/** Resolves to what an operator wants to publish, with the contents of the files but the image. */
export async function readPublication(
  { chip: ofChip, version: to, file, ...input }: z.output<typeof published>,
  { db }: Job,
): Promise<Request> {
  const { changesDe, changesEn, notesDe, notesEn, signature } = input
  if ((changesDe === undefined) !== (changesEn === undefined))
    throw cannot('--changes-de and --changes-en belong together.')
  const changes = changesDe !== undefined && changesEn !== undefined ? { de: changesDe, en: changesEn } : null
  const text = await readText(signature ?? `${file}.sig`).catch(() => '')
  const { share: first, ...plan } = await planOf(db, input, { share: EVERYBODY, ...AT_ONCE })
  const names = { chip: ofChip, version: to, image: { file } }
  return {
    ...names,
    notes: { de: notesDe, en: notesEn },
    changes,
    signature: text.trim(),
    ...(input.fixes && { fixes: input.fixes }),
    share: first,
    plan,
  }
}

async function publishRelease({ image, ...wanted }: Request, { db, dataFolder, now, record }: ChangeJob) {
  const { chip: ofChip, version: to, share: first, plan, fixes: fixed = [] } = wanted
  const file = 'file' in image ? image.file : imageStore(dataFolder).pathOf(image.sha256)
  const release = { chip: ofChip, version: to, share: first, ...plan }
  const reaches = await reachOf(db, release)
  const recorded = (sql: Sql, { sha256, key }: { sha256: string; key: string }) =>
    record(sql, {
      subject: `${ofChip} ${to}`,
      after: { ...planFacts(release), ...fixFacts(fixed), reaches, sha256, key },
    })
  await publish({ db, dataFolder, now }, { ...wanted, fixes: fixed, file }, recorded).catch(
    (error: unknown) => {
      throw error instanceof PublishError ? cannot(sentences[error.fault]) : error
    },
  )
  const output = { chip: ofChip, version: to, share: first, ...fixFacts(fixed), reaches }
  return { json: output, text: `${list(output)}\n\n${sentenceOf(release, reaches)}` }
}

/** `release publish`. The rehearsal of a request has put the image into the store. */
export const publication = {
  ...{ action: 'release publish', request, work: publishRelease },
  async keep({ image, ...rest }: Request, { dataFolder }: Job): Promise<Request> {
    if (!('file' in image)) return { image, ...rest }
    const { sha256, size } = await digestOf(image.file)
    if (!(await imageStore(dataFolder).has(sha256, size))) throw cannot('The file has changed meanwhile.')
    return { image: { sha256 }, ...rest }
  },
  async discard({ image }: Request, { db, dataFolder }: Job): Promise<void> {
    if (!('sha256' in image)) return
    const isUsed = (await releaseStore(db).all()).some(({ sha256 }) => sha256 === image.sha256)
    if (isUsed || (await approvalStore(db).mentions(image.sha256))) return
    await imageStore(dataFolder).remove(image.sha256)
  },
}
