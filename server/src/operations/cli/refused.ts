import { printable } from '@kellersonne/contract/shared/printable'
import { serialNumber } from '@kellersonne/core/systems/systems'
import type { Command } from 'commander'
import * as z from 'zod/mini'
import { systemStore } from '../../systems/store.ts'
import { newestRefusals } from '../../telemetry/intake/refusals.ts'
import { addCommand, type Context, cannot, type Job } from './command.ts'
import { table } from './table.ts'

const MOST = 100
/** So many characters of a message fit on a line. */
const SHOWN = 60

async function listNewest({ sn = null }: { sn?: string | null | undefined }, { db }: Job) {
  const wanted = sn === null ? null : serialNumber(sn)
  if (sn !== null && !(wanted && (await systemStore(db).find(wanted))))
    throw cannot(`There is no system ${sn}.`)
  const rows = (await newestRefusals(db, wanted, MOST)).map((row) => ({ ...row, at: row.at.toISOString() }))
  return {
    json: rows,
    text: table(
      ['at', 'sn', 'topic', 'reason', 'field', 'limit', 'message'],
      rows.map((row) => [
        row.at,
        row.sn,
        row.topic,
        row.reason,
        row.field,
        row.limit,
        shortened(row.payload),
      ]),
    ),
  }
}

/** One line: a unit may have sent anything. */
const shortened = (payload: string) => printable(payload.slice(0, SHOWN))

/** `refused`. */
export function refusedCommands(program: Command, context: Context): void {
  const refused = program.command('refused').description('messages of units that were not stored')
  addCommand(refused, context, {
    usage: 'list [sn]',
    summary: `the newest ${MOST}, of one system or of all: why, which field, and how each begins`,
    input: z.object({ sn: z.optional(z.string()) }),
    work: listNewest,
  })
}
