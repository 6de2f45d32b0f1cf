import type { Command } from 'commander'
import * as z from 'zod/mini'
import { storedStates } from '../../firmware/runs/action.ts'
import { frequentMessages } from '../fleet/messages.ts'
import { type FleetUpdate, fleetUpdates } from '../fleet/updates.ts'
import { addCommand, type Context, type Job } from './command.ts'
import { count, duration, sn } from './inputs.ts'
import { table } from './table.ts'

const DEFAULT_LIMIT = 100
const MOST = 10_000
const WEEK = '7d'

const topInput = z.object({ since: z._default(duration, 7 * 86_400_000) })
const updatesInput = z.object({
  sn: z.optional(sn),
  state: z.optional(z.enum(storedStates, `not ${storedStates.join(', ')}`)),
  since: z.optional(duration),
  before: z.optional(count(Number.MAX_SAFE_INTEGER)),
  limit: z._default(count(MOST), DEFAULT_LIMIT),
})

async function top({ since }: z.output<typeof topInput>, { db, now }: Job) {
  const rows = await frequentMessages(db, new Date(now.getTime() - since), DEFAULT_LIMIT)
  return {
    json: rows,
    text: table(
      ['code', 'systems', 'active', 'times', 'versions'],
      rows.map(({ code, systems, active, episodes, versions }) => [
        ...[code, systems, active, episodes],
        Object.entries(versions)
          .toSorted(([, a], [, b]) => b - a)
          .map(([version, of]) => `${version}: ${of}`)
          .join(', ') || null,
      ]),
    ),
  }
}

const rowOf = ({ askedAt, endedAt, ...rest }: FleetUpdate) => ({
  ...rest,
  asked_at: askedAt.toISOString(),
  ended_at: endedAt?.toISOString() ?? null,
})

async function updates({ since, limit, ...filter }: z.output<typeof updatesInput>, { db, now }: Job) {
  const from = since === undefined ? undefined : new Date(now.getTime() - since)
  const rows = (await fleetUpdates(db, { ...filter, since: from }, limit)).map(rowOf)
  const last = rows.length === limit ? rows.at(-1)?.id : undefined
  const shown = table(
    ['id', 'sn', 'chip', 'from', 'to', 'state', 'percent', 'reason', 'asked_at', 'ended_at', 'words'],
    rows.map((row) => [
      ...[row.id, row.sn, row.chip, row.from, row.to, row.state, row.percent, row.reason],
      ...[row.asked_at, row.ended_at, row.words],
    ]),
  )
  return {
    json: { updates: rows, next: last ?? null },
    text: last === undefined ? shown : `${shown}\n\nOlder ones: --before ${last}`,
  }
}

/** `messages` and `update`. */
export function fleetCommands(program: Command, context: Context): void {
  const messages = program.command('messages').description('what units report of themselves')
  addCommand(messages, context, {
    usage: 'top',
    summary: 'which messages most systems have raised lately or have active, and which versions these run',
    options: { '--since <time>': `raised within this time: 90m, 24h, 7d (${WEEK})` },
    input: topInput,
    work: top,
  })
  const update = program.command('update').description('updates of units')
  addCommand(update, context, {
    usage: 'list',
    summary: "the updates that meet all of these conditions, newest first, with the unit's last words",
    options: {
      '--sn <sn>': 'of this system',
      '--state <state>': storedStates.join(', '),
      '--since <time>': 'asked for or ended within this time: 90m, 24h, 7d',
      '--before <id>': 'older than this one: the next page',
      '--limit <number>': `so many at most (${DEFAULT_LIMIT})`,
    },
    input: updatesInput,
    work: updates,
  })
}
