import { readFileSync } from 'node:fs'
import { processesOf } from './sweep.ts'

const EACH_MS = 3_000

/** Returns the proportional memory (PSS) of a process in kB; 0 if unknown. */
function proportionalKb(pid: number): number {
  try {
    const [, kb = 0] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return Number(kb)
  } catch {
    return 0
  }
}

/** Watches the memory of a run; the returned function returns its peak so far in GB. */
export function watchMemory(folder: string): () => number {
  let most = 0
  setInterval(() => {
    const now = processesOf(folder).reduce(
      (sum, { pid }) => sum + proportionalKb(pid),
      proportionalKb(process.pid),
    )
    most = Math.max(most, now)
  }, EACH_MS).unref()
  return () => most / 1e6
}
