import { statfs } from 'node:fs/promises'
import type { Db } from '../platform/db/database.ts'
import { type Faults, openDatabaseCheck } from '../platform/http/health.ts'
import { stuckJobs } from '../platform/jobs/job.ts'
import { watchEventLoop } from './event-loop.ts'
import type { IngestFaults } from './roles/ingest.ts'
import type { Parts } from './roles/role.ts'

/** Below this, PostgreSQL and downloads of images soon fail. */
const FULL_BYTES = 50e6

/** Returns what is wrong with the disk of a folder, or null. */
async function diskFault(folder: string): Promise<string | null> {
  const disk = await statfs(folder).catch(() => null)
  if (disk === null) return 'unreadable'
  return disk.bavail * disk.bsize < FULL_BYTES ? 'full' : null
}

type Deps = Pick<Parts, 'isStopping' | 'now'> & {
  readonly db: Pick<Db, 'row' | 'listening'>
  readonly roles: Parts['config']['ROLES']
  readonly dataFolder: string
}

/**
 * Health of a process, for its supervisor and for monitoring, whatever its roles. It is ready if nothing is
 * wrong; unlike `/api/health`, which asks whether owners can be served, faults of the broker or of jobs count, too.
 */
export function openProcessHealth({ db, roles, dataFolder, isStopping, now }: Deps) {
  const loop = watchEventLoop()
  const databaseFault = openDatabaseCheck(db)
  let ingest: IngestFaults | undefined
  let started = false
  const listens = roles.includes('api') || roles.includes('jobs')
  async function others(): Promise<Faults> {
    return {
      disk: await diskFault(dataFolder),
      ...(roles.includes('jobs') && { jobs: stuckJobs(now()) }),
      ...(ingest && { broker: ingest.broker(), storing: ingest.storing() }),
    }
  }
  return {
    /** Called once all roles are started. */
    start(ingestFaults: IngestFaults | undefined) {
      ingest = ingestFaults
      started = true
    },
    async read() {
      const parts: Faults = {
        process: isStopping() ? 'stopping' : started ? null : 'starting',
        event_loop: loop.fault(),
        database: await databaseFault(),
        ...(listens && { notices: db.listening() ? null : 'not listening' }),
        ...(await others()),
      }
      return { ready: Object.values(parts).every((fault) => fault === null), parts }
    },
    /** Which of the parts that owners can do without are at fault, and not why: strangers may ask. */
    async othersAtFault(): Promise<Faults> {
      const faults = Object.entries(await others())
      return Object.fromEntries(faults.map(([part, fault]) => [part, fault === null ? null : 'at fault']))
    },
    close: loop.close,
  }
}
