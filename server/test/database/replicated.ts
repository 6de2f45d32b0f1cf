import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@kellersonne/testing/eventually'
import { keepLog } from '@kellersonne/testing/log'
import pg from 'pg'
import { chooseRunner, findBinaries } from '../../src/platform/db/binaries.ts'
import { createCluster, NAME, privateFolder } from '../../src/platform/db/cluster.ts'

/** One PostgreSQL that a test can kill, on a private socket. */
async function openServer(postgres: string, folder: string, name: string) {
  const runner = chooseRunner(postgres, folder, join(folder, name))
  const sockets = await privateFolder(join(folder, `${name}-socket`), runner)
  const url = `postgres://${NAME}@/postgres?host=${encodeURIComponent(sockets)}`
  let child: ChildProcess | undefined

  async function administer(statement: string) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query(statement)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return {
    ...{ sockets, url, administer },
    async start() {
      const options = { listen_addresses: '', unix_socket_directories: sockets, fsync: 'off' }
      const given = Object.entries(options).flatMap(([key, value]) => ['-c', `${key}=${value}`])
      child = spawn(...runner.command(postgres, ['-D', join(folder, name), ...given]), {
        ...runner.identity,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      child.stderr?.on('data', (chunk) => keepLog(`PostgreSQL ${name}`, String(chunk)))
      await eventually(() => administer('select 1'))
    },
    async stop(signal: NodeJS.Signals = 'SIGQUIT') {
      const ending = child
      child = undefined
      if (!ending || ending.exitCode !== null) return
      const ended = once(ending, 'exit')
      ending.kill(signal)
      await ended
    },
  }
}

/** A primary and its standby. `url` names both; the standby is promoted by `promote`. */
export async function replicatedDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'ks-two-'))
  const { postgres, initdb } = await findBinaries()
  const runner = chooseRunner(postgres, folder, join(folder, 'first'))
  await privateFolder(folder, runner)
  await createCluster(initdb, join(folder, 'first'), runner)
  // Preserves file owners: PostgreSQL does not run as root.
  execFileSync('cp', ['-a', join(folder, 'first'), join(folder, 'second')])
  const [first, second] = [
    await openServer(postgres, folder, 'first'),
    await openServer(postgres, folder, 'second'),
  ]
  const standby = join(folder, 'second', 'standby.signal')
  execFileSync(...runner.command('touch', [standby]), runner.identity)
  // Keeps the owner of a file that exists.
  const source = `primary_conninfo = 'host=${first.sockets} user=${NAME} application_name=second'\n`
  await writeFile(join(folder, 'second', 'postgresql.auto.conf'), source)
  await first.start()
  await second.start()
  return {
    first,
    second,
    url: `postgres://${NAME}@/postgres?host=${[first, second].map(({ sockets }) => encodeURIComponent(sockets)).join()}`,
    promote: () => second.administer('select pg_promote()'),
    async close() {
      await Promise.all([first.stop(), second.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
