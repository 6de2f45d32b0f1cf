import type { Command } from 'commander'
import * as z from 'zod/mini'
import { removeOwnerIn } from '../../identity/accounts/deletion.ts'
import { accountStore } from '../../identity/accounts/store.ts'
import { sessionStore } from '../../identity/sessions/store.ts'
import { systemStore } from '../../systems/store.ts'
import { addChange, addCommand, type ChangeJob, type Context, cannot, type Job } from './command.ts'
import { list, table } from './table.ts'

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

/** `owner show`: when they were last here, and their systems. */
async function show({ email }: { email: string }, { db }: Job) {
  const account = await accountStore(db).byEmail(email)
  const profile = account && (await accountStore(db).profile(account.id))
  if (!account || !profile) throw cannot(`There is no owner with the address ${email}.`)
  const sessions = await sessionStore(db).ofOwner(account.id)
  const systems = (await systemStore(db).everOwnedBy(account.id)).map(({ sn, name, since, until }) => ({
    ...{ sn, name, since: since.toISOString() },
    until: until?.toISOString() ?? null,
  }))
  const row = {
    email: profile.email,
    confirmed_at: profile.emailConfirmedAt?.toISOString() ?? null,
    language: profile.language,
    created_at: profile.createdAt.toISOString(),
    sessions: sessions.length,
    last_seen_at: sessions[0]?.refreshedAt.toISOString() ?? null,
  }
  const shown = table(
    ['sn', 'name', 'since', 'until'],
    systems.map((one) => [one.sn, one.name, one.since, one.until]),
  )
  return { json: { ...row, systems }, text: systems.length > 0 ? `${list(row)}\n\n${shown}` : list(row) }
}

async function remove({ email }: { email: string }, { db, now, record }: ChangeJob) {
  const account = await accountStore(db).byEmail(email)
  const isRemoved = await db.transaction(async (sql) => {
    if (!account) return false
    const owned = await systemStore(sql).everOwnedBy(account.id)
    const systems = owned.flatMap(({ sn, until }) => (until === null ? [sn] : []))
    // Nothing that names the person: all that is known of them goes.
    await record(sql, { subject: 'an owner', before: { systems } })
    return (await removeOwnerIn(sql, account.id, now)) !== null
  })
  if (!isRemoved) throw cannot(`There is no owner with the address ${email}.`)
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
    usage: 'show <email>',
    summary: 'one owner: when they were last here, and their present and former systems',
    input: z.object({ email: z.string() }),
    work: show,
  })
  addChange(owner, context, {
    usage: 'remove <email>',
    summary:
      'deletes an account and all that is known of its owner, at once and for good; storage data stays',
    input: z.object({ email: z.string() }),
    work: remove,
  })
}
