import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 5

type Process = { readonly pid: number; readonly parent: number }

/** Returns all processes (Linux). */
function all(): Process[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((name) => {
    const stat = contents(`/proc/${name}/stat`)
    // The name in parentheses may contain anything; state and parent follow it.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return Number.isNaN(parent) ? [] : [{ pid: Number(name), parent }]
  })
}

/** Returns an empty text if the process has ended meanwhile. */
function contents(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Linux counts the time of processes in hundredths of a second. */
const TICK_MS = 10

/** Returns how long a process has used the CPU, in ms (Linux). */
export function cpuMsOf(pid: number): number {
  const stat = contents(`/proc/${pid}/stat`)
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return TICK_MS * (Number(user) + Number(system))
}

/** Returns a process and all its descendants. */
export function familyOf(pid: number): number[] {
  const processes = all()
  const below = (one: number): number[] => [
    one,
    ...processes.filter(({ parent }) => parent === one).flatMap((child) => below(child.pid)),
  ]
  return below(pid)
}

type Mapping = { readonly file: string; readonly resident: number; readonly share: number }

/** Returns the memory mappings of a process, in bytes; `file` is empty if there is none on disk. */
function mappingsOf(pid: number): Mapping[] {
  const parts = contents(`/proc/${pid}/smaps`).split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)
  return parts.map((part) => {
    const [, access = '', offset = '', , , path = ''] = (part.split('\n')[0] ?? '').split(/\s+/)
    const bytes = (field: string) =>
      Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(part)?.[1] ?? 0) * 1024
    const onDisk = path.startsWith('/') && !path.startsWith('/dev/')
    return { file: onDisk ? `${path} ${offset} ${access}` : '', resident: bytes('Rss'), share: bytes('Pss') }
  })
}

/**
 * Returns the memory of some processes together in bytes: private and shared memory as PSS; pages of programs and
 * libraries count once, even if other processes use them too.
 */
export function memoryOf(pids: readonly number[]): number {
  const files = new Map<string, number>()
  let own = 0
  for (const { file, resident, share } of pids.flatMap(mappingsOf)) {
    if (file === '') own += share
    else files.set(file, Math.max(files.get(file) ?? 0, resident))
  }
  return own + [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
}

export const nameOf = (pid: number): string => contents(`/proc/${pid}/cmdline`).split('\0').join(' ').trim()

/** Kills a process and all its descendants at once. Resolves when it is gone, without leaving a zombie. */
export async function killFamily(pid: number): Promise<void> {
  for (const one of familyOf(pid)) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // It has already exited.
    }
  }
  while (existsSync(`/proc/${pid}`)) await sleep(POLL_MS)
}

const status = (pid: number, field: string) =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(contents(`/proc/${pid}/status`))?.[1]) * 1024

/** Resolves to the maximum rise of a process's resident memory during `work`, in bytes. */
export async function riseOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = status(pid, 'VmRSS')
  // Resets the high-water mark to the current resident memory (proc(5)).
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  await work()
  return status(pid, 'VmHWM') - before
}
