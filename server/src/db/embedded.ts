import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, openSync } from 'node:fs'
import { access, chmod, chown, constants, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartFault } from '../config.ts'
import { chooseRunner, findBinaries, type Runner } from './binaries.ts'

export type EmbeddedDatabase = {
  /** For openDatabase; a private Unix socket. */
  readonly url: string
  stop(): Promise<void>
}

const NAME = 'kellersonne'
const INSTANCE_LOCK = 7_341_000
const LONGEST_SOCKET_FOLDER = 80
const settings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '48MB',
  max_wal_size: '512MB',
  wal_compression: 'on',
  jit: 'off',
  log_min_messages: 'warning',
}

// mkdir's own `recursive` never returns where a parent exists but takes no folder, as in /proc.
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return
  await makeFolder(dirname(path))
  await mkdir(path, { mode: 0o711 })
}

/** Makes the folder where it is missing. Throws a StartFault where nothing can be written there. */
export async function prepareDataFolder(path: string): Promise<string> {
  const folder = resolve(path)
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartFault(
      `The data folder ${folder} cannot be written (${error instanceof Error && 'code' in error ? error.code : error}). Set DATA_DIR to one that can.`,
    )
  }
  return folder
}

/**
 * Starts PostgreSQL in a data folder, or takes over the one that a killed process has left running there.
 * Restarts it should it die. Throws a StartFault where the folder is in use.
 */
export async function startEmbedded(
  dataFolder: string,
  overrides: Readonly<Record<string, string>> = {},
): Promise<EmbeddedDatabase> {
  const folder = await prepareDataFolder(dataFolder)
  const { postgres, initdb } = await findBinaries()
  const cluster = join(folder, 'postgres')
  const runner = chooseRunner(postgres, folder, cluster)
  const sockets = await privateFolder(socketFolder(folder), runner)
  const log = join(folder, 'postgres.log')
  const at = (database: string) => `postgres://${NAME}@/${database}?host=${encodeURIComponent(sockets)}`

  if (!existsSync(cluster)) await createCluster(initdb, cluster, runner)
  const options = Object.entries({ ...settings, ...overrides, unix_socket_directories: sockets })
  const launch = () => {
    const output = openSync(log, 'w')
    const args = ['-D', cluster, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
    const child = spawn(...runner.command(postgres, args), {
      ...runner.identity,
      detached: true,
      stdio: ['ignore', output, output],
    })
    child.unref()
    return child
  }

  let stopping = false
  async function hold(): Promise<pg.Client> {
    const client = await ensureRunning(at, launch, log)
    client.on('error', () => undefined)
    client.on('end', () => {
      if (!stopping) void recover()
    })
    return client
  }
  async function recover() {
    while (!stopping) {
      try {
        holder = await hold()
        return
      } catch {
        await sleep(200)
      }
    }
  }
  let holder = await hold()
  await takeLock(holder, folder)

  return {
    url: at(NAME),
    async stop() {
      stopping = true
      await holder.end().catch(() => undefined)
      await shutDown(cluster)
    },
  }
}

/** A socket's path may have some 100 bytes. */
function socketFolder(folder: string) {
  const inside = join(folder, 'postgres-socket')
  if (inside.length <= LONGEST_SOCKET_FOLDER) return inside
  return join(tmpdir(), `kellersonne-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
}

async function privateFolder(path: string, { identity }: Runner) {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700)
  if (identity.uid !== undefined && identity.gid !== undefined) await chown(path, identity.uid, identity.gid)
  return path
}

/** Made beside and moved into place, so that a start that was cut short leaves nothing half done. */
async function createCluster(initdb: string, cluster: string, runner: Runner) {
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
  if (code !== 0) throw new StartFault(`The database could not be created: ${lastLine(complaint)}`)
  await rename(unfinished, cluster)
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** A connection to the product's database, in a server that runs already or is launched now. */
async function ensureRunning(
  at: (database: string) => string,
  launch: () => { exitCode: number | null },
  log: string,
): Promise<pg.Client> {
  let launched: { exitCode: number | null } | undefined
  for (const deadline = Date.now() + 60_000; ; ) {
    const admin = await connect(at('postgres')).catch(() => null)
    if (admin) {
      const known = await admin.query('select from pg_database where datname = $1', [NAME])
      if (known.rowCount === 0) await admin.query(`create database ${NAME}`).catch(() => undefined)
      await admin.end()
      return connect(at(NAME))
    }
    launched ??= launch()
    if (launched.exitCode !== null || Date.now() > deadline)
      throw new StartFault(`The database does not start: ${lastLine(await readFile(log, 'utf8'))}`)
    await sleep(25)
  }
}

/** Held as long as the process lives; freed by the system when it is killed. */
async function takeLock(client: pg.Client, folder: string) {
  for (const deadline = Date.now() + 2000; ; ) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [INSTANCE_LOCK])
    if (rows[0].taken === true) return
    if (Date.now() > deadline)
      throw new StartFault(`The data folder ${folder} is in use by another Kellersonne that is running.`)
    await sleep(100)
  }
}

/** Ends PostgreSQL as it is meant to be ended: connections closed, everything written. */
async function shutDown(cluster: string) {
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!pid) return
  try {
    process.kill(pid, 'SIGINT')
    for (let waited = 0; existsSync(pidFile) && waited < 10_000; waited += 20) await sleep(20)
  } catch {
    // It has ended by itself.
  }
}
