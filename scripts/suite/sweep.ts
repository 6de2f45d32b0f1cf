import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { RUN } from '@kellersonne/testing/run'

const GRACE_MS = 5_000
const LIMIT_MS = 20_000
const STEP_MS = 50

export type Process = { readonly pid: number; readonly command: string }

const read = (pid: number, file: string) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the running processes started by a run, even reparented ones; none without /proc. */
export function processesOf(folder: string): Process[] {
  let pids: number[] = []
  try {
    pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
  return pids
    .filter((pid) => pid !== process.pid)
    .filter((pid) => read(pid, 'environ').split('\0').includes(`${RUN}=${folder}`))
    .map((pid) => ({ pid, command: read(pid, 'cmdline').replaceAll('\0', ' ').trim() }))
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended meanwhile.
  }
}

/** Ends every process of a run: first a signal, so that databases can shut down, then SIGKILL for those left. */
export async function sweep(folder: string): Promise<void> {
  const began = Date.now()
  const signalled = new Set<number>()
  for (let left = processesOf(folder); left.length > 0; left = processesOf(folder)) {
    const waited = Date.now() - began
    for (const { pid } of left) {
      if (waited > GRACE_MS) signal(pid, 'SIGKILL')
      else if (!signalled.has(pid)) signal(pid, 'SIGTERM')
      signalled.add(pid)
    }
    if (waited > LIMIT_MS) return
    await sleep(STEP_MS)
  }
}
