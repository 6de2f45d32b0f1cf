import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from '@kellersonne/testing/run'
import { expect, it } from 'vitest'
import { openDatabase } from '../src/store/database.ts'
import { openOutbox } from '../src/store/outbox.ts'
import { openRecall } from '../src/store/recall.ts'
import { memory, NO_MEMORY } from '../src/system/memory.ts'
import { folder } from './folder.ts'

const writer = fileURLToPath(new URL('./power-cut.ts', import.meta.url))
const CUTS = 8

/** Lets readings be stored until a random one was, and kills the writer; returns the last instant that was printed. */
async function cut(path: string, start: number, after: number): Promise<number> {
  const child = spawn(process.execPath, [writer, path, String(start)], {
    env: bareEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let [rest, count, last] = ['', 0, start - 1000]
  child.stdout.setEncoding('utf8')
  for await (const chunk of child.stdout) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) [last, count] = [Number(line), count + 1]
    if (count >= after) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return last
}

it('GWY-12 loses no reading that was stored, and counts none twice, whenever the power is cut', async () => {
  const path = join(await folder(), 'state.sqlite')
  let start = Date.UTC(2026, 10, 1)
  for (let i = 0; i < CUTS; i += 1) {
    const reported = await cut(path, start, 5 + Math.floor(Math.random() * 60))
    const db = openDatabase(path)
    const outbox = openOutbox(db, 200)
    const stored: { at: string; energy_wh: { pv: number } }[] = []
    for (let batch = outbox.takeOldest(); batch; batch = outbox.takeOldest())
      stored.push(...JSON.parse(`[${batch.payload.replaceAll(/^\[|\]$/g, '')}]`))
    const instants = stored.map(({ at }) => Date.parse(at))
    expect(instants).toContain(reported)
    expect(instants).toEqual(instants.map((_, k) => Date.UTC(2026, 10, 1) + k * 1000))
    expect(stored.map(({ energy_wh: { pv } }) => pv)).toEqual(stored.map((_, k) => k + 1))
    expect(openRecall(db, 'system', memory, NO_MEMORY).load().integrals.pv_wh?.wh).toBe(stored.length)
    db.close()
    start = (instants.at(-1) ?? 0) + 1000
  }
})
