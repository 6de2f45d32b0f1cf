import { printedCode } from '@kellersonne/core/systems/keys'
import type { Command } from 'commander'
import * as z from 'zod/mini'
import { accountStore } from '../../../identity/accounts/store.ts'
import type { Sql } from '../../../platform/db/database.ts'
import { codeKeyOf, newCode, putCode } from '../../../systems/codes.ts'
import { addSystemMail } from '../../../systems/mails.ts'
import { newUnitSecret } from '../../../systems/new-unit-secret.ts'
import { systemStore } from '../../../systems/store.ts'
import { addChange, addCommand, type ChangeJob, type Context, cannot } from '../command.ts'
import { systemFields } from '../inputs.ts'
import { list } from '../table.ts'
import { importInput, importSystems } from './import.ts'
import { findSystem, named, reinstate, renewed, renewSecret, retire } from './life.ts'
import { listInput, listOptions, listSystems } from './list.ts'
import { showSystem } from './show.ts'

const added = z.object(systemFields)

/** Issues a new code for a system; the previous one becomes invalid. */
async function issueCode(sql: Sql, secret: Buffer, system: number): Promise<string> {
  const code = newCode()
  await putCode(sql, codeKeyOf(secret), system, code)
  return printedCode(code)
}

async function add(
  { secret: given, ...system }: z.output<typeof added>,
  { db, secret: ours, record }: ChangeJob,
) {
  const secret = given ?? newUnitSecret()
  const code = await db.transaction(async (sql) => {
    if (await systemStore(sql).find(system.sn)) throw cannot(`There is a system ${system.sn} already.`)
    const { sn: subject, phase, timeZone } = system
    await record(sql, { subject, after: { phase, time_zone: timeZone } })
    return issueCode(sql, ours, await systemStore(sql).put({ ...system, secret }))
  })
  const { sn, phase, timeZone: time_zone } = system
  return {
    json: { sn, phase, time_zone, secret, code },
    text: `${list({ sn, phase, time_zone, secret, code })}\n\nThe secret and the code are not shown again.`,
  }
}

async function issue({ sn }: z.output<typeof named>, { db, secret, record }: ChangeJob) {
  const code = await db.transaction(async (sql) => {
    await record(sql, { subject: sn })
    return issueCode(sql, secret, (await findSystem(sql, sn)).id)
  })
  return {
    json: { sn, code },
    text: `${code}\n\nThe code is not shown again, and the one before is worth nothing.`,
  }
}

async function release({ sn }: z.output<typeof named>, { db, now, record }: ChangeJob) {
  const owner = await db.transaction(async (sql) => {
    const { owner, since } = await findSystem(sql, sn)
    if (owner === null) throw cannot(`System ${sn} has no owner.`)
    await systemStore(sql).release(sn, owner, now)
    await record(sql, { subject: sn, before: { owned_since: since } })
    await addSystemMail(sql, { kind: 'system_released', owner, details: { sn } }, now)
    return owner
  })
  const email = (await accountStore(db).profile(owner))?.email ?? null
  return { json: { sn, released_from: email }, text: `${sn} no longer belongs to ${email ?? owner}.` }
}

/** `system` and `code`. */
export function systemCommands(program: Command, context: Context): void {
  const system = program.command('system').description('storage systems')
  addChange(system, context, {
    usage: 'add <sn>',
    summary: "adds a system; prints its unit's secret and its registration code, once",
    options: {
      '--phase <phase>': 'the phase it works on: 1, 2 or 3',
      '--time-zone <name>': 'of its location, as in Europe/Berlin',
      '--secret <secret>': "the unit's secret, if it has one already",
    },
    input: added,
    work: add,
  })
  addChange(system, context, {
    usage: 'import <file>',
    summary:
      'adds the systems of a CSV file (sn,phase,time_zone,secret), all or none; a secret may be left empty',
    options: { '--out <file>': 'a new file for their secrets and registration codes, for your eyes only' },
    input: importInput,
    work: importSystems,
  })
  addCommand(system, context, {
    usage: 'list',
    summary: 'the systems that meet all of these conditions, with their owners and what they last reported',
    options: listOptions,
    input: listInput,
    work: listSystems,
  })
  addCommand(system, context, {
    usage: 'show <sn>',
    summary: 'one system: what it last reported, its messages, newest refusals and updates',
    input: named,
    work: showSystem,
  })
  addChange(system, context, {
    usage: 'release <sn>',
    summary: 'takes a system from its owner, who gets a mail; its code works for the next one',
    input: named,
    work: release,
  })
  addChange(system, context, {
    usage: 'secret <sn>',
    summary: 'gives a unit a new secret and prints it, once; the one before is good for another hour',
    options: { '--at-once': 'the one before is worth nothing from now on: it is known to somebody' },
    input: renewed,
    work: renewSecret,
  })
  addChange(system, context, {
    usage: 'remove <sn>',
    summary: 'retires a system that nobody owns: it is in no count and list, and its unit does not sign in',
    input: named,
    work: retire,
  })
  addChange(system, context, {
    usage: 'reinstate <sn>',
    summary: 'takes a retired system back into service',
    input: named,
    work: reinstate,
  })
  const code = program.command('code').description('registration codes')
  addChange(code, context, {
    usage: 'issue <sn>',
    summary: 'gives a system a new code in place of the one it had; prints it, once',
    input: named,
    work: issue,
  })
}
