import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, chmod, chown, constants, mkdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../config.ts'
import type { Runner } from './binaries.ts'

/** The name of the database and of its only user. */
export const NAME = 'kellersonne'
const LONGEST_SOCKET_FOLDER = 80

// mkdir's own `recursive` never returns if a parent exists but cannot hold folders, as in /proc.
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return
  await makeFolder(dirname(path))
  await mkdir(path, { mode: 0o711 })
}

/** Creates the folder if it does not exist. Throws `StartupError` if it is not writable. */
export async function prepareDataFolder(path: string): Promise<string> {
  const folder = resolve(path)
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartupError(
      `The data folder ${folder} cannot be written (${error instanceof Error && 'code' in error ? error.code : error}). Set DATA_DIR to one that can.`,
    )
  }
  return folder
}

/** Returns the folder of the private socket, whose path is limited to some 100 bytes. */
export function socketFolder(folder: string) {
  const inside = join(folder, 'postgres-socket')
  if (inside.length <= LONGEST_SOCKET_FOLDER) return inside
  return join(tmpdir(), `kellersonne-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
}

/** Creates a folder that only the user PostgreSQL runs as can access. */
export async function privateFolder(path: string, { identity }: Runner) {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700)
  if (identity.uid !== undefined && identity.gid !== undefined) await chown(path, identity.uid, identity.gid)
  return path
}

/** Creates the cluster in a temporary folder and renames it, so that an aborted start leaves nothing half done. */
export async function createCluster(initdb: string, cluster: string, runner: Runner) {
  const unfinished = `${cluster}.new`
  await rm(unfinished, { recursive: true, force: true })
  await privateFolder(unfinished, runner)
  const args = ['-D', unfinished, '-U', NAME, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  const child = spawn(...runner.command(initdb, args), {
    ...runner.identity,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const code = await new Promise<number | null>((done) => child.on('close', done).on('error', () => done(1)))
  if (code !== 0) throw new StartupError(`The database could not be created: ${lastLine(complaint)}`)
  await rename(unfinished, cluster)
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''

/** Shuts PostgreSQL down cleanly: connections closed, everything written. */
export async function shutDown(cluster: string) {
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!pid) return
  try {
    process.kill(pid, 'SIGINT')
    for (let waited = 0; existsSync(pidFile) && waited < 10_000; waited += 20) await sleep(20)
  } catch {
    // The process has already ended.
  }
}

/** Says why PostgreSQL has ended, from its log in a folder; on a full disk there is none. */
export async function startFault(output: string, folder: string): Promise<string> {
  const last = lastLine(output)
  if (last !== '') return last
  const { bavail } = await statfs(folder)
  return bavail === 0 ? `the disk of ${folder} is full.` : 'it has written nothing into its log.'
}
