import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { HEARTBEAT_MS } from '@kellersonne/server/app/heartbeat'

/** How many heartbeats a program may miss. */
const MOST_MISSED = 6
const STOP_MS = 60_000

type Times = { readonly beatMs?: number; readonly pauseMs?: number; readonly longestPauseMs?: number }

export const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Sends SIGTERM, and SIGKILL if the program has not ended within a minute. */
export async function stop(child: ChildProcess) {
  if (hasEnded(child)) return
  const exited = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  child.kill('SIGTERM')
  await exited
  clearTimeout(timer)
}

/** Kills a program without a heartbeat for half a minute: its event loop is blocked. */
function watch(child: ChildProcess, beatMs: number) {
  let missed = 0
  child.on('message', () => {
    missed = 0
  })
  const timer = setInterval(() => {
    missed += 1
    if (missed > MOST_MISSED) child.kill('SIGKILL')
  }, beatMs)
  child.once('exit', () => clearInterval(timer))
}

/**
 * Runs a program that reports "ready", and restarts it when it dies: after a second, doubled each time it dies within a
 * minute. `onEnd` is called with its exit code if it exits normally, or before it was ready for the first time.
 */
export function supervise(
  start: () => ChildProcess,
  onEnd: (code: number) => void,
  { beatMs = HEARTBEAT_MS, pauseMs = 1000, longestPauseMs = 60_000 }: Times = {},
) {
  const ready = Promise.withResolvers<void>()
  let wasReady = false
  let stopping = false
  let pause = pauseMs
  let waiting: NodeJS.Timeout | undefined
  let child = run()

  function run(): ChildProcess {
    const program = start()
    const began = Date.now()
    program.on('message', (message) => {
      if (message !== 'ready') return
      wasReady = true
      watch(program, beatMs)
      ready.resolve()
    })
    program.once('exit', (code, signal) => {
      if (stopping) return
      if (code === 0 || !wasReady) return onEnd(code ?? 1)
      if (Date.now() - began >= longestPauseMs) pause = pauseMs
      console.error(`The server ended with ${code ?? signal}. It is started again in ${pause / 1000} s.`)
      waiting = setTimeout(() => {
        child = run()
      }, pause)
      pause = Math.min(2 * pause, longestPauseMs)
    })
    return program
  }

  return {
    /** Resolves when it is ready for the first time. */
    ready: ready.promise,
    /** True if it has died and is to be restarted. */
    isDead: () => hasEnded(child),
    stop() {
      stopping = true
      clearTimeout(waiting)
      return stop(child)
    },
  }
}
