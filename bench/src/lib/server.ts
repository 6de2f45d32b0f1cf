import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

export type Ports = {
  readonly http: number
  readonly mqtt: number
  readonly updates: number
  readonly env: NodeJS.ProcessEnv
}

/** Resolves to free ports, and the variables that make the product use them. */
export async function freePorts(): Promise<Ports> {
  const servers = Array.from({ length: 7 }, () => createServer().listen(0, '127.0.0.1'))
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server, 'listening')
      const address = server.address()
      return address !== null && typeof address === 'object' ? address.port : 0
    }),
  )
  for (const server of servers) server.close()
  const [http = 0, mqtt = 0, mqtts = 0, metrics = 0, simulator = 0, mailbox = 0, updates = 0] = ports
  return {
    http,
    mqtt,
    updates,
    env: {
      HOST: '127.0.0.1',
      PORT: String(http),
      UPDATES_PORT: String(updates),
      MQTT_PORT: String(mqtt),
      MQTTS_PORT: String(mqtts),
      METRICS_PORT: String(metrics),
      SIMULATOR_PORT: String(simulator),
      MAILBOX_PORT: String(mailbox),
    },
  }
}

/** Starts a program of the product; it ends with this process. */
export const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(process.execPath, [...args], {
    cwd: root,
    // What one process can answer is measured, not what one owner may ask for.
    env: { ...process.env, LOG_LEVEL: 'error', CALLS_PER_SECOND: '0', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })

/** Rejects when a program exits. */
async function exitOf(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`ended too early, with code ${code}`)
}

/** Resolves when a program sends its next message; rejects if it exits before. */
export async function nextMessage(child: ChildProcess): Promise<void> {
  await Promise.race([once(child, 'message'), exitOf(child)])
}

/** Resolves when a program reports that it is ready; rejects if it exits before. */
export async function ready(child: ChildProcess): Promise<void> {
  const received = new Promise<void>((done) =>
    child.on('message', (message) => message === 'ready' && done()),
  )
  await Promise.race([received, exitOf(child)])
}

export async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** Starts the server without the demo; resolves when it is ready. */
export async function startServer(env: NodeJS.ProcessEnv, options: string[] = []): Promise<ChildProcess> {
  const server = run([...options, 'server/src/app/main.ts'], { DEMO: '0', ...env })
  await ready(server)
  return server
}
