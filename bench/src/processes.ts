import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 5

type Process = { readonly pid: number; readonly parent: number }

/** Every process there is (Linux). */
function all(): Process[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((name) => {
    const stat = contents(`/proc/${name}/stat`)
    // The name in parentheses may hold anything; state and parent follow it.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return Number.isNaN(parent) ? [] : [{ pid: Number(name), parent }]
  })
}

/** Empty where the process has ended meanwhile. */
function contents(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** A process and all that it and they have started. */
export function familyOf(pid: number): number[] {
  const processes = all()
  const below = (one: number): number[] => [
    one,
    ...processes.filter(({ parent }) => parent === one).flatMap((child) => below(child.pid)),
  ]
  return below(pid)
}

/** A process's memory in bytes, what it shares with others counted by its share (PSS). */
export function memoryOf(pid: number): number {
  const kibibytes = /^Pss:\s+(\d+) kB$/m.exec(contents(`/proc/${pid}/smaps_rollup`))?.[1]
  return Number(kibibytes ?? 0) * 1024
}

export const nameOf = (pid: number): string => contents(`/proc/${pid}/cmdline`).split('\0').join(' ').trim()

/** Kills a process and all that it has started, at once. Resolves when it is gone, not even a zombie left. */
export async function killFamily(pid: number): Promise<void> {
  for (const one of familyOf(pid)) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  while (existsSync(`/proc/${pid}`)) await sleep(POLL_MS)
}
