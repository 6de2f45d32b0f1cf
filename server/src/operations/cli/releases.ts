import { MAX_IMAGE_BYTES } from '@kellersonne/core/firmware/image'
import { isVersion } from '@kellersonne/core/firmware/versions'
import type { Command } from 'commander'
import * as z from 'zod/mini'
import { digestOf } from '../../firmware/releases/images.ts'
import { privateKeyOf, signImage } from '../../firmware/releases/keys.ts'
import { PublishError, type PublishProblem, publish } from '../../firmware/releases/publish.ts'
import { releaseStore } from '../../firmware/releases/store.ts'
import { updateStore } from '../../firmware/runs/store.ts'
import type { Sql } from '../../platform/db/database.ts'
import {
  addChange,
  addCommand,
  addOffline,
  type ChangeJob,
  type Context,
  cannot,
  type Job,
} from './command.ts'
import { readText, writeNew } from './files.ts'
import { showRelease, stateOf } from './release-show.ts'
import { list, table } from './table.ts'

const chip = z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,39}$/, 'no name of a chip, as in bms'))
const version = z.string().check(z.refine(isVersion, 'no version, as in 2.5.0'))
const required = (name: string) => z.string(`--${name} is missing`).check(z.trim(), z.minLength(1))
const share = z.pipe(
  z.string().check(z.regex(/^(?:100|\d{1,2})$/, 'no percent from 0 to 100')),
  z.transform(Number),
)
const named = z.object({ chip, version })
const signed = z.object({ chip, version, file: z.string(), key: required('key') })
const published = z.object({
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
  older: 'There is a newer release of this chip.',
  there_already: 'There is a release of this chip and version already.',
}

async function sign({ chip: ofChip, version: to, file, key }: z.output<typeof signed>) {
  const privateKey = privateKeyOf(await readText(key))
  if (!privateKey) throw cannot(`${key} holds no private Ed25519 key.`)
  const { size, sha256 } = await digestOf(file).catch(() => {
    throw cannot(`${file} cannot be read.`)
  })
  const signature = signImage({ chip: ofChip, version: to, size, sha256 }, privateKey)
  const signatureFile = `${file}.sig`
  await writeNew(signatureFile, `${signature}\n`)
  const output = { chip: ofChip, version: to, size, sha256, signature: signatureFile }
  return { json: output, text: list(output) }
}

async function add(input: z.output<typeof published>, { db, dataFolder, now, record }: ChangeJob) {
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

async function listAll(_input: unknown, { db }: Job) {
  const releases = await releaseStore(db).all()
  const rows = await Promise.all(
    releases.map(async (one) => ({
      ...{ chip: one.chip, version: one.version, state: stateOf(one), share: one.share },
      ...(await updateStore(db).outcomeCounts(one.id)),
      ...{ published_at: one.publishedAt.toISOString(), key: one.key, sha256: one.sha256 },
    })),
  )
  const columns = ['chip', 'version', 'state', 'share', 'finished', 'failed', 'published_at'] as const
  return {
    json: rows,
    text: table(
      columns,
      rows.map((row) => columns.map((name) => row[name])),
    ),
  }
}

type Named = z.output<typeof named>
const unless = (done: boolean, { chip: ofChip, version: to }: Named, sentence: string) => {
  if (!done) throw cannot(`There is no release ${ofChip} ${to}${sentence}.`)
  return { chip: ofChip, version: to }
}

/** Changes a release and records it; throws if there is none of which it is true. */
async function change(
  input: Named,
  { db, record }: ChangeJob,
  { sentence, after, work }: { sentence: string; after: object; work: (sql: Sql) => Promise<boolean> },
) {
  const subject = `${input.chip} ${input.version}`
  return db.transaction(async (sql) => {
    const one = (await releaseStore(sql).ofChip(input.chip)).find(({ version: of }) => of === input.version)
    const json = unless(await work(sql), input, sentence)
    await record(sql, { subject, before: one ? { state: stateOf(one), share: one.share } : null, after })
    return json
  })
}

async function pause(input: Named, job: ChangeJob) {
  const json = await change(input, job, {
    ...{ sentence: ' that is offered', after: { state: 'paused' } },
    work: (sql) => releaseStore(sql).pause(input, 'operator', job.now),
  })
  return { json, text: 'It is offered to nobody any more; updates under way end as they will.' }
}
async function resume(input: Named, job: ChangeJob) {
  const json = await change(input, job, {
    ...{ sentence: ' that is paused', after: { state: 'offered' } },
    work: (sql) => releaseStore(sql).resume(input),
  })
  return { json, text: 'It is offered again.' }
}
async function setShare(input: Named & { percent: number }, job: ChangeJob) {
  const json = await change(input, job, {
    ...{ sentence: '', after: { share: input.percent } },
    work: (sql) => releaseStore(sql).setShare(input, input.percent),
  })
  return { json: { ...json, share: input.percent }, text: `It is offered to ${input.percent} % of systems.` }
}

/** `release`. */
export function releaseCommands(program: Command, context: Context): void {
  const release = program.command('release').description('versions of chips that owners can update to')
  addOffline(release, context.print, {
    usage: 'sign <chip> <version> <file>',
    summary: "signs an image with an operator's private key, into <file>.sig; needs no server",
    options: { '--key <file>': 'the private key' },
    input: signed,
    work: sign,
  })
  addChange(release, context, {
    usage: 'publish <chip> <version> <file>',
    summary: 'offers a signed image to the systems with that chip and an older version',
    options: {
      '--signature <file>': 'its signature, if it is not in <file>.sig',
      '--notes-de <text>': 'what is new, in German',
      '--notes-en <text>': 'what is new, in English',
      '--changes-de <text>': 'what changes for the owner, in German; if anything does',
      '--changes-en <text>': 'what changes for the owner, in English',
      '--share <percent>': 'to how many of a hundred systems (100)',
    },
    input: published,
    work: add,
  })
  addCommand(release, context, { usage: 'list', summary: 'all releases', input: z.object({}), work: listAll })
  addCommand(release, context, {
    usage: 'show <chip> <version>',
    summary:
      "how the updates to a release went: who failed, at which step, in the unit's words, and what they share",
    input: named,
    work: showRelease,
  })
  addChange(release, context, {
    usage: 'pause <chip> <version>',
    summary: 'offers a release to nobody any more; updates under way go on',
    input: named,
    work: pause,
  })
  addChange(release, context, {
    usage: 'resume <chip> <version>',
    summary: 'offers a paused release again',
    input: named,
    work: resume,
  })
  addChange(release, context, {
    usage: 'share <chip> <version> <percent>',
    summary: 'offers a release to so many of a hundred systems; those that had it before stay among them',
    input: z.object({ chip, version, percent: share }),
    work: setShare,
  })
}
