import type { Command } from 'commander'
import * as z from 'zod/mini'
import { removeOwner } from '../../identity/accounts/deletion.ts'
import { accountStore } from '../../identity/accounts/store.ts'
import { systemStore } from '../../systems/store.ts'
import { addCommand, type Context, cannot, type Job } from './command.ts'
import { table } from './table.ts'

async function listAll(_input: unknown, { db }: Job) {
  const systems = Map.groupBy(await systemStore(db).all(), ({ owner }) => owner)
  const rows = (await accountStore(db).all()).map(({ id, email, createdAt }) => ({
    email,
    created_at: createdAt.toISOString(),
    systems: (systems.get(id) ?? []).map(({ sn }) => sn),
  }))
  return {
    json: rows,
    text: table(
      ['email', 'created_at', 'systems'],
      rows.map((row) => [row.email, row.created_at, row.systems.join(' ') || null]),
    ),
  }
}

async function remove({ email }: { email: string }, { db, now }: Job) {
  const account = await accountStore(db).byEmail(email)
  if (!account || !(await removeOwner(db, account.id, now)))
    throw cannot(`There is no owner with the address ${email}.`)
  return { json: { email }, text: `${email} is deleted.` }
}

/** `owner`. */
export function ownerCommands(program: Command, context: Context): void {
  const owner = program.command('owner').description('owners and their accounts')
  addCommand(owner, context, {
    usage: 'list',
    summary: 'all owners and their systems',
    input: z.object({}),
    work: listAll,
  })
  addCommand(owner, context, {
    usage: 'remove <email>',
    summary:
      'deletes an account and all that is known of its owner, at once and for good; storage data stays',
    input: z.object({ email: z.string() }),
    work: remove,
  })
}
