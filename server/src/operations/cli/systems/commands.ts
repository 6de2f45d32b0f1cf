import { printedCode } from '@kellersonne/core/systems/keys'
import type { Command } from 'commander'
import * as z from 'zod/mini'
import { accountStore } from '../../../identity/accounts/store.ts'
import { claimStore } from '../../../systems/claim-store.ts'
import { codeKeyOf, hashCode, newCode, putCode } from '../../../systems/codes.ts'
import { replaceCode } from '../../../systems/handovers.ts'
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

async function add(
  { secret: given, ...system }: z.output<typeof added>,
  { db, secret: ours, record }: ChangeJob,
) {
  const secret = given ?? newUnitSecret()
  const code = await db.transaction(async (sql) => {
    if (await systemStore(sql).find(system.sn)) throw cannot(`There is a system ${system.sn} already.`)
    const { sn: subject, phase, timeZone } = system
    await record(sql, { subject, after: { phase, time_zone: timeZone } })
    const first = newCode()
    await putCode(sql, codeKeyOf(ours), await systemStore(sql).put({ ...system, secret }), first)
    return printedCode(first)
  })
  const { sn, phase, timeZone: time_zone } = system
  return {
    json: { sn, phase, time_zone, secret, code },
    text: `${list({ sn, phase, time_zone, secret, code })}\n\nThe secret and the code are not shown again.`,
  }
}

/** `code issue`: a new code; the one before is void, and so is what somebody has begun with it. */
async function issue({ sn }: z.output<typeof named>, { db, now, secret, record }: ChangeJob) {
  const code = newCode()
  const hasEnded = await db.transaction(async (sql) => {
    const system = await findSystem(sql, sn)
    const ended = await replaceCode(sql, system, hashCode(codeKeyOf(secret), code), now)
    await record(sql, { subject: sn, ...(ended && { after: { handover_ended: true } }) })
    return ended
  })
  const ended = hasEnded ? '\nThe hand-over that was begun with the one before has ended.' : ''
  return {
    json: { sn, code: printedCode(code), handover_ended: hasEnded },
    text: `${printedCode(code)}\n\nThe code is not shown again, and the one before is worth nothing.${ended}`,
  }
}

/** `system release`: a system goes to whoever has begun a hand-over, and otherwise to nobody. */
async function release({ sn }: z.output<typeof named>, { db, now, record }: ChangeJob) {
  const { owner, claimant } = await db.transaction(async (sql) => {
    const { owner, since } = await findSystem(sql, sn)
    if (owner === null) throw cannot(`System ${sn} has no owner.`)
    const [claimable] = await claimStore(sql).findSystems([sn], [])
    await systemStore(sql).release(sn, owner, now)
    await record(sql, { subject: sn, before: { owned_since: since } })
    await addSystemMail(sql, { kind: 'system_released', owner, details: { sn } }, now)
    return { owner, claimant: claimable?.handover ?? null }
  })
  const named = async (one: string) => (await accountStore(db).profile(one))?.email || null
  const [email, next] = [await named(owner), claimant && ((await named(claimant)) ?? claimant)]
  const goes = next === null ? '' : ` It goes to ${next} at once, who has entered its code.`
  return {
    json: { sn, released_from: email, goes_to: next },
    text: `${sn} no longer belongs to ${email ?? owner}.${goes}`,
  }
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
    summary: 'gives a system a new code, prints it, once, and ends a hand-over begun with the one it had',
    input: named,
    work: issue,
  })
}
