// Debian's PostgreSQL, on data of its own, for the tests of what operators run theirs on.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aptInstall } from './apt.mjs'

const NOBODY = 65_534
const NAME = 'kellersonne'
const HOME = '/usr/lib/postgresql'

/** Its folder of programs, of the newest where there are several. */
function find() {
  const versions = existsSync(HOME) ? readdirSync(HOME).map(Number).filter(Boolean) : []
  const programs = join(HOME, String(Math.max(0, ...versions)), 'bin')
  return existsSync(join(programs, 'initdb')) ? programs : undefined
}

/** Its folder of programs; undefined where there is none for this machine. */
function ensurePostgresql() {
  if (!find()) {
    console.log('Installing PostgreSQL …')
    aptInstall('postgresql')
  }
  return find()
}

/** Starts one, reached by a socket in a folder of its own alone; undefined, and says so, where that cannot be. */
export function startPostgresql() {
  const programs = ensurePostgresql()
  if (!programs) {
    console.log('Debian’s PostgreSQL could not be installed: nothing is proven for it.')
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'ks-postgresql-'))
  const data = join(folder, 'data')
  // It refuses root.
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  const run = (program, ...args) => {
    const { status } = spawnSync(join(programs, program), args, { ...identity, cwd: folder, stdio: 'ignore' })
    if (status !== 0) throw new Error(`${program} failed`)
  }
  const options = `-k ${folder} -c listen_addresses= -c fsync=off -c max_connections=300`
  const stop = () => {
    spawnSync(join(programs, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate'], {
      ...identity,
      stdio: 'ignore',
    })
    rmSync(folder, { recursive: true })
  }
  try {
    run('initdb', '-D', data, '-U', NAME, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync')
    run('pg_ctl', 'start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options)
    run('createdb', '-h', folder, '-U', NAME, NAME)
  } catch (fault) {
    console.error(`Debian’s PostgreSQL does not start: ${fault}`)
    stop()
    return
  }
  return { url: `postgres://${NAME}@/${NAME}?host=${encodeURIComponent(folder)}`, stop }
}
