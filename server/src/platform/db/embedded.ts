import { spawn } from 'node:child_process'
import { closeSync, existsSync, fchmodSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../config.ts'
import { chooseRunner, findBinaries } from './binaries.ts'
import {
  createCluster,
  NAME,
  prepareDataFolder,
  privateFolder,
  shutDown,
  socketFolder,
  startFault,
} from './cluster.ts'
import { HOLDER, takeInstanceLock } from './instance-lock.ts'

export type EmbeddedDatabase = {
  /** The URL for `openDatabase`; a private Unix socket. */
  readonly url: string
  stop(): Promise<void>
}

const HOLDER_FIRST_MS = 500
const PRIVATE = 0o600
/** PostgreSQL's messages while processes of a killed server are still exiting. */
const STILL_ENDING = /postmaster\.pid" already exists|shared memory block .* is still in use/
const settings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '40',
  shared_buffers: '24MB',
  max_wal_size: '512MB',
  wal_compression: 'on',
  jit: 'off',
  // In the data folder instead of /dev/shm, where a killed server would leave its segments.
  dynamic_shared_memory_type: 'mmap',
  log_min_messages: 'warning',
  // Does not log the contents of refused rows: they may contain addresses.
  log_error_verbosity: 'terse',
}

const urlOf = (sockets: string, database: string) =>
  `postgres://${NAME}@/${database}?host=${encodeURIComponent(sockets)}`

/**
 * Opens the database of a data folder for a short operation: the one that a running server uses, which continues
 * afterwards, or one started for it. Throws as `startEmbedded` does.
 */
export async function joinEmbedded(dataFolder: string): Promise<EmbeddedDatabase> {
  const url = urlOf(socketFolder(await prepareDataFolder(dataFolder)), NAME)
  const running = await connect(url).catch(() => null)
  if (!running) return startEmbedded(dataFolder)
  await running.end()
  return { url, stop: async () => undefined }
}

/**
 * Starts PostgreSQL in a data folder, or takes over the one left running there by a killed process. Restarts it if it
 * crashes. Throws `StartupError` if the folder is in use.
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
  const at = (database: string) => urlOf(sockets, database)

  if (!existsSync(cluster)) await createCluster(initdb, cluster, runner)
  const options = Object.entries({ ...settings, ...overrides, unix_socket_directories: sockets })
  const launch = () => {
    const output = openSync(log, 'w', PRIVATE)
    fchmodSync(output, PRIVATE)
    const args = ['-D', cluster, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
    const child = spawn(...runner.command(postgres, args), {
      ...runner.identity,
      detached: true,
      stdio: ['ignore', output, output],
    })
    child.on('error', () => undefined)
    child.unref()
    closeSync(output)
    return child
  }

  let stopping = false
  let recovering: Promise<void> | undefined
  async function hold(): Promise<pg.Client> {
    const client = await ensureRunning(at, launch, log)
    await takeInstanceLock(client, folder).catch(async (fault: unknown) => {
      await client.end()
      throw fault
    })
    client.on('end', () => {
      if (!stopping) recovering = recover()
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
  const running = await connect(at('postgres')).catch(() => null)
  if (running) {
    // In use, or left behind. A holder whose PostgreSQL was killed may just be reconnecting and takes precedence.
    await running.end()
    await sleep(HOLDER_FIRST_MS)
  }
  let holder = await hold()

  return {
    url: at(NAME),
    async stop() {
      stopping = true
      await recovering
      await holder.end().catch(() => undefined)
      await shutDown(cluster)
    },
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2000,
    application_name: `${HOLDER} ${process.pid}`,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** Connects to the product's database, launching the server if it is not running. */
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
    if (launched.exitCode !== null || Date.now() > deadline) {
      const output = await readFile(log, 'utf8')
      if (Date.now() > deadline || !STILL_ENDING.test(output))
        throw new StartupError(`The database does not start: ${await startFault(output, dirname(log))}`)
      launched = undefined
      await sleep(100)
    }
    await sleep(25)
  }
}
