import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { RUN } from '@kellersonne/testing/run'
import { describe, expect, it, onTestFinished } from 'vitest'
import { processesOf, sweep } from './sweep.ts'

const PATIENCE = { timeout: 25_000, interval: 50 }
const module = fileURLToPath(new URL('run.ts', import.meta.url))
/** A program that ignores SIGTERM and never ends. */
const STUBBORN = "process.on('SIGTERM', () => {}); console.log('ready'); setInterval(() => {}, 1000)"

async function ready(child: ChildProcess) {
  if (child.stdout) await once(createInterface(child.stdout), 'line')
  return child
}
/** Starts it detached from this process, like an embedded database. */
const stubborn = (folder: string) =>
  ready(
    spawn(process.execPath, ['-e', STUBBORN], {
      env: { ...process.env, [RUN]: folder },
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )

describe.runIf(existsSync('/proc/self/environ'))('a run', () => {
  it('ends what it has started, also what has detached itself and ignores requests, and nothing else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'run-'))
    const [mine, foreign] = await Promise.all([stubborn(folder), stubborn(`${folder}-of-another`)])
    onTestFinished(async () => {
      foreign.kill('SIGKILL')
      await rm(folder, { recursive: true })
    })
    expect(processesOf(folder).map(({ pid }) => pid)).toEqual([mine.pid])
    // Node learns of the end somewhat later than the sweep.
    const ended = once(mine, 'exit')
    await sweep(folder)
    await ended
    expect(foreign.signalCode).toBeNull()
  })

  it('that is killed leaves neither processes nor temporary files behind', async () => {
    const program = `
      import { spawn } from 'node:child_process'
      import { mkdtempSync } from 'node:fs'
      import { tmpdir } from 'node:os'
      import { beginRun } from ${JSON.stringify(module)}
      const { folder } = beginRun(tmpdir())
      spawn(process.execPath, ['-e', ${JSON.stringify(STUBBORN)}], { detached: true, stdio: 'ignore' })
      console.log(JSON.stringify({ folder, temporary: mkdtempSync(tmpdir() + '/left-') }))
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(createInterface(child.stdout), 'line')
    const { folder, temporary } = JSON.parse(String(line))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await expect.poll(() => processesOf(folder).length, PATIENCE).toBe(1)
    child.kill('SIGKILL')
    await expect.poll(() => processesOf(folder), PATIENCE).toEqual([])
    await expect.poll(() => existsSync(temporary), PATIENCE).toBe(false)
    await expect.poll(() => existsSync(join(folder, 'run.json')), PATIENCE).toBe(false)
  })
})
