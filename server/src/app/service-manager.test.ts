import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openServiceManager } from './service-manager.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function notifierOf(env: NodeJS.ProcessEnv) {
  const words: string[] = []
  const manager = openServiceManager(env, (...more) => void words.push(...more))
  manager.ready()
  vi.advanceTimersByTime(60_000)
  manager.stopping()
  return words
}

it('HND-25 systemd is notified that the process is ready, runs, and stops', () => {
  const env = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '60000000' }
  const all = ['--ready', 'WATCHDOG=1', 'WATCHDOG=1', 'WATCHDOG=1', 'STOPPING=1']
  expect(notifierOf(env)).toEqual(all)
  expect(notifierOf({ ...env, WATCHDOG_PID: String(process.pid) })).toEqual(all)
})

it('HND-25 systemd is sent no more than it waits for', () => {
  const env = { NOTIFY_SOCKET: '/run/systemd/notify' }
  expect(notifierOf(env)).toEqual(['--ready', 'STOPPING=1'])
  expect(notifierOf({ ...env, WATCHDOG_USEC: '60000000', WATCHDOG_PID: '1' })).toEqual([
    '--ready',
    'STOPPING=1',
  ])
  expect(notifierOf({})).toEqual([])
})
