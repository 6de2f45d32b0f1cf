import type { Command } from 'commander'
import * as z from 'zod/mini'
import { describeKey, newKeyPair, publicKeyOf } from '../../firmware/releases/keys.ts'
import { releaseStore } from '../../firmware/releases/store.ts'
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
import { list, table } from './table.ts'

const named = z.object({ file: z.string() })

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

async function add({ file }: z.output<typeof named>, { db, now, record }: ChangeJob) {
  const key = publicKeyOf(await readText(file))
  if (!key) throw cannot(`${file} holds no public Ed25519 key.`)
  const { id, pem } = describeKey(key)
  await db.transaction(async (sql) => {
    if (!(await releaseStore(sql).addKey({ id, pem, addedAt: now })))
      throw cannot(`The key ${id} is believed already.`)
    await record(sql, { subject: id })
  })
  return { json: { id }, text: `Images signed by the key ${id} are believed from now on.` }
}

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
  addChange(key, context, {
    usage: 'add <file>',
    summary: 'lets the server believe the public key in a file',
    input: named,
    work: add,
  })
  addCommand(key, context, {
    usage: 'list',
    summary: 'all keys that are believed',
    input: z.object({}),
    work: listAll,
  })
}
