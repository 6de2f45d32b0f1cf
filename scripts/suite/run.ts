import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RUN } from '@kellersonne/testing/run'
import * as z from 'zod/mini'
import { sweep } from './sweep.ts'

const runs = fileURLToPath(new URL('../../.cache/test/', import.meta.url))
const janitor = fileURLToPath(new URL('janitor.ts', import.meta.url))
const KEPT_RUNS = 5

const record = z.object({ pid: z.number(), started: z.string(), temporary: z.string() })
const recordOf = (folder: string) => join(folder, 'run.json')

/** Returns the start time of a process, which identifies it if its id is reused; empty without /proc. */
function startOf(pid: number): string {
  try {
    return (
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')[19] ?? ''
    )
  } catch {
    return ''
  }
}

/** Kills the processes of a finished run and deletes its temporary files, but not its reports. */
export async function clear(folder: string): Promise<void> {
  if (!existsSync(recordOf(folder))) return
  const { temporary } = record.parse(JSON.parse(readFileSync(recordOf(folder), 'utf8')))
  await sweep(folder)
  await rm(temporary, { recursive: true, force: true, maxRetries: 5 })
  await rm(recordOf(folder), { force: true })
}

function isUnderWay(folder: string): boolean {
  const { pid, started } = record.parse(JSON.parse(readFileSync(recordOf(folder), 'utf8')))
  if (startOf(pid) !== started) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Cleans up after runs of this clone that were killed together with their janitor, and deletes reports of old runs. */
export async function clearFormerRuns(): Promise<void> {
  mkdirSync(runs, { recursive: true })
  const folders = readdirSync(runs)
    .sort()
    .map((name) => join(runs, name))
  for (const folder of folders) if (existsSync(recordOf(folder)) && !isUnderWay(folder)) await clear(folder)
  const ended = folders.filter((folder) => !existsSync(recordOf(folder)))
  for (const folder of ended.slice(0, -KEPT_RUNS)) await rm(folder, { recursive: true, force: true })
}

/**
 * Begins a run: creates a folder for its reports, one in `place` for temporary files, and the mark in the environment that every
 * process inherits. A janitor cleans up as soon as this process has ended.
 */
export function beginRun(place: string): { readonly folder: string } {
  const at = new Date().toISOString().replaceAll(/[-:]|\..*/g, '')
  const folder = join(runs, `${at}-${randomBytes(3).toString('hex')}`)
  mkdirSync(folder, { recursive: true })
  // Short, because socket paths are limited to about 100 bytes; accessible to the user that databases run as.
  const temporary = mkdtempSync(join(place, 'kst-'))
  chmodSync(temporary, 0o711)
  const self = { pid: process.pid, started: startOf(process.pid), temporary }
  // Renamed into place, so that a run killed here leaves no partial record that the next one could not read.
  writeFileSync(`${recordOf(folder)}.new`, JSON.stringify(self))
  renameSync(`${recordOf(folder)}.new`, recordOf(folder))
  const child = spawn(process.execPath, [janitor, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.unref()
  process.env[RUN] = folder
  process.env['TMPDIR'] = temporary
  return { folder }
}
