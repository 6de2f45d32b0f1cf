import type { Command } from 'commander'
import * as z from 'zod/mini'
import { describeKey, newKeyPair, publicKeyOf } from '../../firmware/releases/keys.ts'
import { releaseStore } from '../../firmware/releases/store.ts'
import { withdrawRelease } from '../../firmware/runs/withdraw.ts'
import { addApproved } from './approvable.ts'
import { addCommand, addOffline, type ChangeJob, type Context, cannot, type Job } from './command.ts'
import { readText, writeNew } from './files.ts'
import { list, table } from './table.ts'

const named = z.object({ file: z.string() })
const identified = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{16}$/, 'no id of a key, as in `key list`')),
})

async function create({ file }: z.output<typeof named>) {
  const { id, pem, privatePem } = newKeyPair()
  const publicFile = `${file}.pub`
  await writeNew(file, privatePem, true)
  await writeNew(publicFile, pem)
  return {
    json: { id, private_key: file, public_key: publicFile },
    text: `${list({ id, private_key: file, public_key: publicFile })}

Keep ${file} off the server and safe: who has it can make images that every unit installs.
Let the server believe it with: npm run cli -- key add ${publicFile}`,
  }
}

type PublicKey = { readonly id: string; readonly pem: string }

async function readKey({ file }: z.output<typeof named>): Promise<PublicKey> {
  const found = publicKeyOf(await readText(file))
  if (!found) throw cannot(`${file} holds no public Ed25519 key.`)
  return describeKey(found)
}

async function add({ id, pem }: PublicKey, { db, now, record }: ChangeJob) {
  await db.transaction(async (sql) => {
    if (!(await releaseStore(sql).addKey({ id, pem, addedAt: now }))) {
      const isBelieved = (await releaseStore(sql).keys()).some((one) => one.id === id)
      throw cannot(
        isBelieved
          ? `The key ${id} is believed already.`
          : `The key ${id} was removed, for good. Make another.`,
      )
    }
    await record(sql, { subject: id })
  })
  return { json: { id }, text: `Images signed by the key ${id} are believed from now on.` }
}

async function remove({ id }: z.output<typeof identified>, { db, now, record }: ChangeJob) {
  const done = await db.transaction(async (sql) => {
    if (!(await releaseStore(sql).removeKey(id, now))) throw cannot(`There is no key ${id} that is believed.`)
    const signed = (await releaseStore(sql).all()).filter((one) => one.key === id && !one.withdrawnAt)
    const after = { withdrawn: signed.map((one) => `${one.chip} ${one.version}`), called_back: 0, go_on: 0 }
    for (const one of signed.toSorted((a, b) => a.id - b.id)) {
      const ended = await withdrawRelease(sql, one, now)
      after.called_back += ended?.calledBack ?? 0
      after.go_on += ended?.goOn ?? 0
    }
    await record(sql, { subject: id, after })
    return after
  })
  const text = [
    `Images signed by the key ${id} are not believed any more.`,
    `Releases withdrawn: ${done.withdrawn.join(', ') || 'none'}.`,
    `Updates called back: ${done.called_back}; those that have the whole image and end as they will: ${done.go_on}.`,
  ]
  return { json: { id, ...done }, text: text.join('\n') }
}

export const keyAddition = {
  ...{ action: 'key add', request: z.object({ id: z.string(), pem: z.string() }), work: add },
}
export const keyRemoval = { action: 'key remove', request: identified, work: remove }

async function listAll(_input: unknown, { db }: Job) {
  const rows = (await releaseStore(db).keys()).map(({ id, addedAt }) => ({
    id,
    added_at: addedAt.toISOString(),
  }))
  return {
    json: rows,
    text: table(
      ['id', 'added_at'],
      rows.map((row) => [row.id, row.added_at]),
    ),
  }
}

/** `key`. */
export function keyCommands(program: Command, context: Context): void {
  const key = program.command('key').description('keys that images are signed with')
  addOffline(key, context.print, {
    usage: 'create <file>',
    summary: 'makes a key: the private one in <file>, the public one in <file>.pub; needs no server',
    input: named,
    work: create,
  })
  addApproved(key, context, {
    usage: 'add <file>',
    summary: 'lets the server believe the public key in a file',
    input: named,
    read: readKey,
    change: keyAddition,
  })
  addApproved(key, context, {
    usage: 'remove <id>',
    summary: 'believes a key no more, for good, and withdraws every release that it has signed',
    input: identified,
    read: async (input) => input,
    change: keyRemoval,
  })
  addCommand(key, context, {
    usage: 'list',
    summary: 'all keys that are believed',
    input: z.object({}),
    work: listAll,
  })
}
