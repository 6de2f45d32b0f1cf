import { execFile } from 'node:child_process'

type Notify = (...words: string[]) => void

/** Node has no datagram sockets of the kind systemd listens on, but systemd brings a program for them. */
const notifySystemd: Notify = (...words) =>
  // There is nobody to whom this failure could be reported.
  void execFile('systemd-notify', words, () => undefined)

/**
 * Notifies systemd, if it has started this process with `Type=notify`, when it is ready and when it stops;
 * and, for its watchdog (`WatchdogSec`), that the event loop runs: three times in the time after which it would be
 * restarted.
 */
export function openServiceManager(env: NodeJS.ProcessEnv, notify: Notify = notifySystemd) {
  const isAwaited = env['NOTIFY_SOCKET'] !== undefined
  const ofThisProcess = env['WATCHDOG_PID'] === undefined || Number(env['WATCHDOG_PID']) === process.pid
  const watchdogMs = ofThisProcess ? Number(env['WATCHDOG_USEC'] ?? 0) / 1000 : 0
  return {
    ready() {
      if (!isAwaited) return
      notify('--ready')
      if (watchdogMs > 0) setInterval(notify, watchdogMs / 3, 'WATCHDOG=1').unref()
    },
    stopping() {
      if (isAwaited) notify('STOPPING=1')
    },
  }
}
