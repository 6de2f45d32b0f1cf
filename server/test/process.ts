import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const ports = ['PORT', 'UPDATES_PORT', 'MQTT_PORT', 'MQTTS_PORT', 'METRICS_PORT'] as const

export async function listenAnywhere() {
  const server = createServer().listen(0, '0.0.0.0')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, close: () => new Promise((done) => server.close(done)) }
}

/** A data folder and ports of its own, for servers that run as processes. */
export async function workplace() {
  const folder = await mkdtemp(join(tmpdir(), 'ks-'))
  const free = await Promise.all(ports.map(listenAnywhere))
  await Promise.all(free.map((server) => server.close()))
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    DATA_DIR: folder,
    ...Object.fromEntries(ports.map((name, i) => [name, String(free[i]?.port)])),
  }
  return {
    env,
    url: `http://localhost:${free[0]?.port}`,
    updatesUrl: `http://localhost:${free[1]?.port}`,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

export const run = (env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })

/** Resolves once it serves. */
export async function runUntilReady(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = run(env)
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`ended with ${code}`)))
  await Promise.race([once(child, 'message'), ended])
  return child
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  const exit = once(child, 'exit')
  child.kill(signal)
  const [code] = await exit
  return code
}

/** What a start that must fail says, and its exit code. */
export async function failedStart(env: NodeJS.ProcessEnv) {
  const child = run(env)
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const [code] = await once(child, 'close')
  return { code, said: said.trim() }
}
