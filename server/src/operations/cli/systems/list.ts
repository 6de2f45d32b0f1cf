import * as z from 'zod/mini'
import { type FleetSystem, fleetStore } from '../../fleet/systems.ts'
import type { Job } from '../command.ts'
import { count, duration, sn } from '../inputs.ts'
import { table } from '../table.ts'

/** Refusals are counted by local days: that of yesterday began less than two days ago. */
const RECENTLY_MS = 2 * 86_400_000
const DEFAULT_LIMIT = 100
const MOST = 100_000
const yesOrNo = z.pipe(
  z.enum(['yes', 'no'], 'not yes or no'),
  z.transform((answer) => answer === 'yes'),
)
const version = z.pipe(
  z
    .string()
    .check(z.regex(/^[a-z][a-z0-9_-]{0,39}=[^=\s]{1,40}$/, 'not a chip and a version, as in bms=2.4.1')),
  z.transform((text) => {
    const [chip = '', wanted = ''] = text.split('=')
    return { chip, version: wanted }
  }),
)
export const listInput = z.object({
  silent: z.optional(duration),
  version: z.optional(version),
  message: z.optional(z.string()),
  owner: z.optional(yesOrNo),
  own: z.optional(yesOrNo),
  refused: z.optional(z.boolean()),
  retired: z._default(z.boolean(), false),
  limit: z._default(count(MOST), DEFAULT_LIMIT),
  after: z.optional(sn),
})

export const listOptions = {
  '--silent <time>': 'silent for this long, or never seen: 90m, 24h, 7d',
  '--version <chip=version>': 'a chip runs this version, as in bms=2.4.1',
  '--message <code>': 'this message is active',
  '--owner <yes|no>': 'has an owner, or has none',
  '--own <yes|no>': 'its owner has paired it, or you have delivered it',
  '--refused': 'readings that cannot be right were refused today or yesterday',
  '--retired': 'those that were retired, which are otherwise left out',
  '--limit <number>': `so many at most (${DEFAULT_LIMIT})`,
  '--after <sn>': 'those after this serial number: the next page',
}

const rowOf = ({ timeZone, createdAt, since, lastSeenAt, ...rest }: FleetSystem) => ({
  sn: rest.sn,
  phase: rest.phase,
  time_zone: timeZone,
  created_at: createdAt.toISOString(),
  own_system: rest.isOwn,
  owner: rest.owner,
  owned_since: since?.toISOString() ?? null,
  heard_at: lastSeenAt?.toISOString() ?? null,
  status: rest.status,
  versions: rest.versions,
  messages: rest.messages,
  refused: rest.refused,
})
const versionsOf = (versions: Readonly<Record<string, string>>) =>
  Object.entries(versions)
    .map((pair) => pair.join('='))
    .join(' ') || null

/** `system list`: the systems of the fleet that meet all conditions, by pages. */
export async function listSystems(
  {
    silent,
    version: wanted,
    message,
    owner,
    own,
    refused,
    retired,
    limit,
    after,
  }: z.output<typeof listInput>,
  { db, now }: Job,
) {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const recently = ago(RECENTLY_MS)
  const filter = {
    ...{ version: wanted, message, hasOwner: owner, isOwn: own, isRetired: retired },
    silentSince: silent === undefined ? undefined : ago(silent),
    refusedSince: refused ? recently : undefined,
  }
  const total = await fleetStore(db).count(filter)
  const rows = (await fleetStore(db).systems(filter, { limit, after }, recently)).map(rowOf)
  const last = rows.length === limit ? rows.at(-1)?.sn : undefined
  const shown = table(
    ['sn', 'own', 'time_zone', 'owner', 'heard_at', 'status', 'versions', 'messages', 'refused'],
    rows.map((row) => [
      ...[row.sn, row.own_system ? 'own' : null, row.time_zone, row.owner, row.heard_at, row.status],
      ...[versionsOf(row.versions), row.messages.join(' ') || null, row.refused],
    ]),
  )
  const more = last === undefined ? '' : `; the next page: --after ${last}`
  return {
    json: { total, next: last ?? null, systems: rows },
    text: `${shown}\n\n${rows.length} of ${total}${more}`,
  }
}
