import { findingNames } from '@kellersonne/core/energy/findings/judgement'
import type { Command } from 'commander'
import * as z from 'zod/mini'
import { digestOf } from '../../../firmware/releases/images.ts'
import { privateKeyOf, signImage } from '../../../firmware/releases/keys.ts'
import { releaseStore } from '../../../firmware/releases/store.ts'
import { updateStore } from '../../../firmware/runs/store.ts'
import { addApproved } from '../approvable.ts'
import { addChange, addCommand, addOffline, type Context, cannot, type Job } from '../command.ts'
import { readText, writeNew } from '../files.ts'
import { list, table } from '../table.ts'
import { pauseRelease, readShare, resumption, sharing, withdraw } from './changes.ts'
import { chip, named, required, share, version } from './inputs.ts'
import { planFields, planOptions } from './plan.ts'
import { publication, published, readPublication } from './publish.ts'
import { showRelease, stateOf } from './show.ts'

const signed = z.object({ chip, version, file: z.string(), key: required })

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

async function listAll(_input: unknown, { db }: Job) {
  const releases = await releaseStore(db).all()
  const rows = await Promise.all(
    releases.map(async (one) => {
      const { finished, failed } = await updateStore(db).outcomeCounts(one.id)
      return {
        ...{ chip: one.chip, version: one.version, state: stateOf(one), share: one.share, finished, failed },
        ...{ published_at: one.publishedAt.toISOString(), key: one.key, sha256: one.sha256 },
      }
    }),
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
  addApproved(release, context, {
    usage: 'publish <chip> <version> <file>',
    summary: 'offers a signed image to the systems with that chip and an older version',
    options: {
      '--signature <file>': 'its signature, if it is not in <file>.sig',
      '--notes-de <text>': 'what is new, in German',
      '--notes-en <text>': 'what is new, in English',
      '--changes-de <text>': 'what changes for the owner, in German; if anything does',
      '--changes-en <text>': 'what changes for the owner, in English',
      '--fixes <findings>': `what it fixes, for owners of whose system that was found: ${findingNames.join()}`,
      '--share <percent>': 'to how many of a hundred systems (100)',
      ...planOptions,
    },
    input: published,
    read: readPublication,
    change: publication,
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
    work: pauseRelease,
  })
  addApproved(release, context, {
    usage: 'resume <chip> <version>',
    summary: 'offers a paused release again, and counts failures from now on',
    input: named,
    read: async (input) => input,
    change: resumption,
  })
  addApproved(release, context, {
    usage: 'share <chip> <version> [percent]',
    summary:
      'offers a release to so many of a hundred systems, or others; those that had it before stay among them',
    options: {
      ...planOptions,
      '--everybody': 'for all systems whose other chips fit, as many a day as want',
    },
    input: z.object({
      chip,
      version,
      percent: z.optional(share),
      everybody: z.optional(z.boolean()),
      ...planFields,
    }),
    read: readShare,
    change: sharing,
  })
  addChange(release, context, {
    usage: 'withdraw <chip> <version>',
    summary:
      'takes a release back for good: what waits, is planned or still downloads is called back at once',
    input: named,
    work: withdraw,
  })
}
