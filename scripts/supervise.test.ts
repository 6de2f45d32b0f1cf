import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hasEnded, supervise } from './supervise.ts'

/** Heartbeats as in operation: on a busy machine, no program may seem to be held up. */
const QUICK = { pauseMs: 1 }
const BEATS = "setInterval(() => process.send('alive'), 5)"
const READY = "process.send('ready')"

const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

/** Waits for another program to start and end. */
const longerThanAPause = () => once(spawn(process.execPath, ['-e', '']), 'exit')

/** Supervises programs with these sources, in turn; the last one is repeated. */
function supervised(...sources: readonly string[]) {
  return supervisedEvery(QUICK, sources)
}
function supervisedEvery(times: { beatMs?: number; pauseMs: number }, sources: readonly string[]) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const started: ChildProcess[] = []
  const codes: number[] = []
  const start = () => {
    const source = sources[Math.min(started.length, sources.length - 1)] ?? ''
    const child = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    started.push(child)
    return child
  }
  const program = supervise(start, (code) => codes.push(code), times)
  closings.push(program.stop)
  return { ...program, started, codes }
}

describe('a program that is supervised', () => {
  it('HND-01 F7 is started again when it dies', async () => {
    const { ready, started, codes } = supervised(`${READY};${BEATS}`)
    await ready
    started[0]?.kill('SIGKILL')
    await expect.poll(() => started.length).toBe(2)
    expect(codes).toEqual([])
  })

  it('HND-01 F7 is started again each time that it does not get ready once it has been', async () => {
    const { started, codes } = supervised(
      `${READY};process.exitCode = 1;process.disconnect()`,
      'process.exit(2)',
    )
    await expect.poll(() => started.length).toBeGreaterThan(3)
    expect(codes).toEqual([])
  })

  it('HND-01 F1 is killed and started again when its event loop is held up', async () => {
    const held = `${READY};setTimeout(() => { for (;;); }, 1)`
    const { started } = supervisedEvery({ ...QUICK, beatMs: 20 }, [held, `${READY};${BEATS}`])
    await expect.poll(() => started.length).toBeGreaterThanOrEqual(2)
    expect(started[0]?.signalCode).toBe('SIGKILL')
  })

  it('HND-01 is given up where it ends before it was ever ready', async () => {
    const { started, codes } = supervised('process.exit(3)')
    await expect.poll(() => codes).toEqual([3])
    expect(started).toHaveLength(1)
  })

  it('HND-04 is not started again where it ends in order, by itself or because it is asked to', async () => {
    const { started, codes } = supervised(`${READY};process.disconnect()`)
    await expect.poll(() => codes).toEqual([0])
    expect(started).toHaveLength(1)

    const asked = supervised(`${READY};${BEATS}`)
    await asked.ready
    await asked.stop()
    expect(asked.isDead()).toBe(true)
    await longerThanAPause()
    expect([asked.codes, asked.started.length]).toEqual([[], 1])
  })

  it('HND-04 does not come back once it is stopped, whatever it was about to do', async () => {
    const { ready, started, stop } = supervised(`${READY};${BEATS}`)
    await ready
    const [first] = started
    if (!first) throw new Error('nothing was started')
    const exited = once(first, 'exit')
    first.kill('SIGKILL')
    await exited
    await stop()
    expect(started.every(hasEnded)).toBe(true)
    const count = started.length
    await longerThanAPause()
    expect(started).toHaveLength(count)
  })
})
