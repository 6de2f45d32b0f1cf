import type { Command } from 'commander'
import * as z from 'zod/mini'
import { refuseInUse } from '../../platform/db/refuse-in-use.ts'
import { findDemo, nameOf, purgeDemo } from '../demo/purge.ts'
import { addChange, type ChangeJob, type Context, cannot } from './command.ts'

const purged = z.object({ yes: z._default(z.boolean(), false) })

async function purge({ yes }: z.output<typeof purged>, { db, dataFolder, now, record }: ChangeJob) {
  const found = await findDemo(db, dataFolder)
  if (!found) return { json: { systems: [], keys: [] }, text: 'There was nothing of the demo.' }
  if (!yes) throw cannot(`This deletes ${nameOf(found)}, with all that is known of them: give --yes.`)
  await refuseInUse(db)
  const { systems, keys } = found
  await purgeDemo(db, dataFolder, found, now, (sql) =>
    record(sql, { subject: 'demo', before: { systems: systems.map(({ sn }) => sn), keys } }),
  )
  return { json: { systems: systems.map(({ sn }) => sn), keys }, text: `Deleted: ${nameOf(found)}.` }
}

/** `demo`. */
export function demoCommands(program: Command, context: Context): void {
  const demo = program.command('demo').description('what `npm start` puts there to look at')
  addChange(demo, context, {
    usage: 'purge',
    summary:
      'deletes the demo owner, the demo systems with all their data, the demo key and what it has signed; no server may run meanwhile',
    options: { '--yes': 'do so' },
    input: purged,
    work: purge,
  })
}
