import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Below the range that the system assigns to outgoing connections, so that none of them takes a reserved port. */
const FIRST = 20_000
const COUNT = 12_000
/** One folder for all of a user's runs and clones on this machine, whatever TMPDIR is. */
const FOLDER = `/tmp/kellersonne-ports-${process.getuid?.() ?? 'user'}`

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (fault) {
    return fault instanceof Error && 'code' in fault && fault.code === 'EPERM'
  }
}

/**
 * True if the port is now reserved for this process: an entry exists for each port that a living process has
 * reserved.
 */
function reserve(port: number): boolean {
  const entry = join(FOLDER, String(port))
  try {
    writeFileSync(entry, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const pid = Number(readFileSync(entry, { encoding: 'utf8', flag: 'a+' }))
    // An empty entry is being written; its process decides.
    if (pid === 0 || isAlive(pid)) return false
    rmSync(entry, { force: true })
    return false
  }
}

/** True if no process outside the tests listens on the port, on any address. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port)
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

/**
 * Returns a free port that stays reserved for this process until it ends, so that no other test, run or clone gets it
 * before a server listens there. Throws if every port is taken.
 */
export async function reservePort(): Promise<number> {
  mkdirSync(FOLDER, { recursive: true })
  const start = Math.floor(Math.random() * COUNT)
  for (let i = 0; i < COUNT; i += 1) {
    const port = FIRST + ((start + i) % COUNT)
    if (reserve(port) && (await isFree(port))) return port
  }
  throw new Error(`all ports from ${FIRST} to ${FIRST + COUNT - 1} are taken`)
}
