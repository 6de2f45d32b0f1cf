import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Keeps two cores and the disk busy until stopped. */
export function startLoad(): { readonly stop: () => Promise<void> } {
  const child = spawn('stress-ng', ['--cpu', '2', '--io', '1', '--quiet'], { stdio: 'ignore' })
  return {
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
