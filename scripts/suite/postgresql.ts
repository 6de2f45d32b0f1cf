// Debian's PostgreSQL with its own data, for the tests that also run against an operator's database.
import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NOBODY = 65_534
const NAME = 'kellersonne'
const HOME = '/usr/lib/postgresql'

/** Returns the folder with the programs of the newest version. */
const programs = () => join(HOME, String(Math.max(...readdirSync(HOME).map(Number).filter(Boolean))), 'bin')

/** Starts one that listens only on a socket in a private folder. Throws an explanation if it does not start. */
export function startPostgresql(): { readonly url: string; readonly stop: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'pg-'))
  const data = join(folder, 'data')
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  const run = (program: string, ...args: string[]) =>
    spawnSync(join(programs(), program), args, { ...identity, cwd: folder, stdio: 'ignore' }).status === 0
  const stop = () => {
    run('pg_ctl', 'stop', '-D', data, '-m', 'immediate')
    rmSync(folder, { recursive: true })
  }
  const options = `-k ${folder} -c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=300`
  const started =
    run('initdb', '-D', data, '-U', NAME, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync') &&
    run('pg_ctl', 'start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options) &&
    run('createdb', '-h', folder, '-U', NAME, NAME)
  if (!started) {
    stop()
    throw new Error('Debian’s PostgreSQL does not start')
  }
  return { url: `postgres://${NAME}@/${NAME}?host=${encodeURIComponent(folder)}`, stop }
}
