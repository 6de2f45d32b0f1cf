import { execFile } from 'node:child_process'
import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const HOME = '/usr/lib/postgresql'
const DEPLOY = new URL('../../../deploy/', import.meta.url)
const NOBODY = 65_534
const USER = 'kellersonne'

/** Replaces values of a configuration, which must have each of them. */
function changed(text: string, values: Readonly<Record<string, string>>) {
  return Object.entries(values).reduce((before, [name, value]) => {
    const line = new RegExp(`^${name}( ?= ?).*$`, 'm')
    if (!line.test(before)) throw new Error(`the configuration has no ${name}`)
    return before.replace(line, (_, sign: string) => `${name}${sign}${value}`)
  }, text)
}

/**
 * Debian's PostgreSQL and pgBackRest, configured by the files of `deploy`, with folders of their own. `end` stops what runs and
 * deletes all.
 */
export async function setUpPgbackrest() {
  const folder = await mkdtemp(join(tmpdir(), 'ks-pgbackrest-'))
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const versions = (await readdir(HOME)).map(Number).filter(Boolean)
  const programs = join(HOME, String(Math.max(...versions)), 'bin')
  const config = join(folder, 'pgbackrest.conf')
  const at = (name: string) => join(folder, name)
  const execute = (program: string, args: readonly string[]) =>
    run(program, args, { ...identity, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } })
  const postgresql = (program: string, ...args: string[]) => execute(join(programs, program), args)
  const pgbackrest = (...args: string[]) =>
    execute('pgbackrest', [`--config=${config}`, '--stanza=kellersonne', ...args])

  for (const name of ['', 'repository', 'locks', 'spool']) {
    await mkdir(at(name), { recursive: true, mode: 0o700 })
    if (isRoot) await chown(at(name), NOBODY, NOBODY)
  }
  const given = await readFile(new URL('pgbackrest/pgbackrest.conf', DEPLOY), 'utf8')
  const ours = changed(given, {
    'repo1-path': at('repository'),
    'repo1-cipher-pass': 'a password of this test',
    'pg1-path': at('data'),
  })
  const own = `pg1-socket-path=${folder}\npg1-user=${USER}\npg1-database=${USER}\n`
  const places = `lock-path=${at('locks')}\nspool-path=${at('spool')}\nlog-level-file=off\n`
  await writeFile(config, ours.replace('[global]\n', `[global]\n${places}`) + own)
  await postgresql(
    'initdb',
    ...['-D', at('data'), '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
  )
  const archiving = await readFile(new URL('postgresql/archiving.conf', DEPLOY), 'utf8')
  const command = `'pgbackrest --config=${config} --stanza=kellersonne archive-push %p'`
  await writeFile(at('data/postgresql.auto.conf'), changed(archiving, { archive_command: command }))

  const running = new Set<string>()
  return {
    pgbackrest,
    /** The address of the database, whichever data folder it runs on. */
    url: `postgres://${USER}@/${USER}?host=${encodeURIComponent(folder)}`,
    async start(name: string) {
      running.add(name)
      const options = `-k ${folder} -c listen_addresses= -c fsync=off`
      await postgresql('pg_ctl', ...['start', '-w', '-D', at(name), '-l', at('log'), '-o', options])
    },
    /** Ends it as an operator would; it archives its last changes first. */
    async stop(name: string) {
      await postgresql('pg_ctl', 'stop', '-w', '-D', at(name), '-m', 'fast')
      running.delete(name)
    },
    createDatabase: () => postgresql('createdb', '-h', folder, '-U', USER, USER),
    at,
    async end() {
      for (const name of running) await postgresql('pg_ctl', 'stop', '-D', at(name), '-m', 'immediate')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
