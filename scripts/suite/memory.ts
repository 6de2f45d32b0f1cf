import { readFileSync } from 'node:fs'
import { processesOf } from './sweep.ts'
import { memoryTaken } from './temporary.ts'

const EACH_MS = 3_000
/** The kernel adds up the pages of each process for a look, which would otherwise take 3 % of a run's CPU time. */
const PART_OF_TIME = 1 / 300
/** Characters of a command line. */
const SHOWN = 120

const gigabytes = (kb: number) => `${(kb / 1e6).toFixed(1)} GB`

/** Returns the proportional memory (PSS) of a process in kB; 0 if unknown. */
function proportionalKb(pid: number): number {
  try {
    const [, kb = 0] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return Number(kb)
  } catch {
    return 0
  }
}

/**
 * Watches the memory of a run, with the files that it keeps in memory; the returned function describes its peak so far
 * and the process that held most of it.
 */
export function watchMemory(folder: string, place: string): () => string {
  const before = memoryTaken(place)
  let most = { kb: 0, largest: '' }
  function look() {
    const began = process.cpuUsage()
    const processes = [...processesOf(folder), { pid: process.pid, command: 'the suite' }]
      .map(({ pid, command }) => ({ kb: proportionalKb(pid), command }))
      .toSorted((a, b) => b.kb - a.kb)
    const files = (memoryTaken(place) - before) / 1e3
    const kb = processes.reduce((sum, one) => sum + one.kb, Math.max(0, files))
    const [first] = processes
    if (first && kb > most.kb)
      most = { kb, largest: `${gigabytes(first.kb)} of it ${first.command.slice(0, SHOWN)}` }
    const { user, system } = process.cpuUsage(began)
    setTimeout(look, Math.max(EACH_MS, (user + system) / 1000 / PART_OF_TIME)).unref()
  }
  setTimeout(look, EACH_MS).unref()
  return () => `at most ${gigabytes(most.kb)} of memory (${most.largest})`
}
