import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepLog } from '@kellersonne/testing/log'
import { bareEnvironment } from '@kellersonne/testing/run'

/** Where `npm run clusters` unpacks what Debian packages, unless the machine has it. */
const unpacked = fileURLToPath(new URL('../../../.cache/clusters/', import.meta.url))
const NOBODY = 65_534
/** PostgreSQL refuses to run as root. */
export const identity: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** Returns a program's path: of those that were unpacked, or the machine's. */
export function programAt(path: string): string {
  const own = join(unpacked, path)
  const found = [own, `/${path}`].find((one) => existsSync(one))
  if (found === undefined) throw new Error(`There is no ${path}: run npm run clusters.`)
  return found
}

/** A process of a machine that can be killed with all that it has started, and started again. */
export function machineProcess(name: string, program: string, args: readonly string[]) {
  let child: ChildProcess | undefined
  const env = {
    ...bareEnvironment(),
    LD_LIBRARY_PATH: join(unpacked, 'usr/lib/x86_64-linux-gnu'),
    PYTHONPATH: join(unpacked, 'usr/lib/python3/dist-packages'),
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const signal = (which: NodeJS.Signals) => child?.pid && process.kill(-child.pid, which)
  return {
    start() {
      const starting = spawn(program, [...args], {
        ...{ env, ...identity, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
      })
      for (const stream of [starting.stdout, starting.stderr])
        stream?.on('data', (chunk) => keepLog(name, String(chunk)))
      child = starting
    },
    signal,
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      signal('SIGKILL')
      await ended
    },
  }
}
