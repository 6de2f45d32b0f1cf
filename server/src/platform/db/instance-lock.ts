import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartupError } from '../config.ts'

const INSTANCE_LOCK = 7_341_000
/** The application name of the connection that only holds the lock; the process id follows. */
export const HOLDER = 'kellersonne-holder'
/** How long a start waits for a running predecessor to exit, and for PostgreSQL to notice a killed one. */
export const RUNNING_MS = 2000
const KILLED_MS = 60_000

/**
 * Takes the lock held for the lifetime of the process. PostgreSQL frees that of a killed process once it notices the
 * closed connection, which can take a while on a busy machine. Throws `StartupError` if its holder keeps running.
 */
export async function takeInstanceLock(client: pg.Client, folder: string) {
  for (const began = Date.now(); ; ) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [INSTANCE_LOCK])
    if (rows[0].taken === true) return
    if (Date.now() - began > ((await isHolderRunning(client)) ? RUNNING_MS : KILLED_MS))
      throw new StartupError(`The data folder ${folder} is in use by another Kellersonne that is running.`)
    await sleep(100)
  }
}

async function isHolderRunning(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and classid = 0 and objid = $1 and datname = current_database()
       and database = datid`,
    [INSTANCE_LOCK],
  )
  const pid = Number(String(rows[0]?.name).split(' ')[1])
  try {
    return process.kill(pid, 0)
  } catch (fault) {
    return fault instanceof Error && 'code' in fault && fault.code === 'EPERM'
  }
}
