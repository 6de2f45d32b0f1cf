import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'

const HEARTBEAT = new URL('heartbeat.ts', import.meta.url).href
/** A server process with a mocked clock, so that the test need not wait. */
const PROGRAM = `
  import { mock } from 'node:test'
  import { HEARTBEAT_MS, startHeartbeat } from '${HEARTBEAT}'
  mock.timers.enable({ apis: ['setInterval'] })
  startHeartbeat()
  mock.timers.tick(HEARTBEAT_MS - 1)
  process.send('not yet')
  mock.timers.tick(1)
  process.disconnect()
  mock.timers.tick(HEARTBEAT_MS)`

it('HND-01 a server says that it is alive for as long as somebody listens', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill())
  const received: unknown[] = []
  child.on('message', (message) => received.push(message))
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
  expect(received).toEqual(['not yet', 'alive'])
})
