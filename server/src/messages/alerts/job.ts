import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { reportFaults } from '../../platform/jobs/faults.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { judgeDue, readShare } from './judging.ts'
import { type Regions, readRegions } from './regions.ts'

const POLL_MS = 2000
/** Counting the fleet takes longer than judging an owner. */
const SHARE_MS = 60_000

type Deps = { readonly db: Db; readonly now: () => Date; readonly log: FastifyBaseLogger }

/** Starts the job that judges owners' alerts and hands their notices to the outbox; processes share the work. */
export function openAlertJob({ now, ...deps }: Deps) {
  const listeningSince = now()
  const onFault = reportFaults<string>(deps.log, 'alerts', 'alerts could not be judged')
  let outages: { readonly share: number | null; readonly regions: Regions; readonly at: number } | null = null
  return openJob({
    ...deps,
    ...{ name: 'alerts', pollMs: POLL_MS },
    work: async (sql) => {
      const at = now()
      if (outages === null || at.getTime() - outages.at > SHARE_MS)
        outages = {
          ...{ share: await readShare(sql, at), regions: await readRegions(sql, at) },
          at: at.getTime(),
        }
      const { share, regions } = outages
      const scene = { now: at, listeningSince, share, regions }
      return judgeDue(sql, scene, onFault)
    },
  })
}
