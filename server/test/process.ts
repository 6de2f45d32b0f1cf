import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepLog } from '@kellersonne/testing/log'
import { reservePort } from '@kellersonne/testing/ports'
import { bareEnvironment } from '@kellersonne/testing/run'
import { inject } from 'vitest'
import type {} from './database/postgres.ts'

const main = fileURLToPath(new URL('../src/app/main.ts', import.meta.url))
const tool = fileURLToPath(new URL('../src/operations/cli.ts', import.meta.url))
const ports = ['PORT', 'UPDATES_PORT', 'MQTT_PORT', 'MQTTS_PORT', 'METRICS_PORT'] as const

/** Listens on a free port, as another program would. */
export async function listenAnywhere() {
  const server = createServer().listen(0, '0.0.0.0')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, close: () => new Promise((done) => server.close(done)) }
}

/**
 * A separate data folder and ports, for servers that run as processes. Its database is prepared, so that a start is
 * not the first one; `empty`: it is the first.
 */
export async function workplace({ empty = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'ks-'))
  // Preserves file owners: the database does not run as root.
  if (!empty) execFileSync('cp', ['-a', `${inject('dataFolder')}/.`, folder])
  const reserved = await Promise.all(ports.map(async (name) => [name, String(await reservePort())] as const))
  const env: NodeJS.ProcessEnv = { ...bareEnvironment(), DATA_DIR: folder, ...Object.fromEntries(reserved) }
  return {
    env,
    url: `http://localhost:${env['PORT']}`,
    updatesUrl: `http://localhost:${env['UPDATES_PORT']}`,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Its log is kept for the report of a failing test. */
function run(env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => keepLog(`server ${child.pid}`, String(chunk)))
  return child
}

/** Resolves once it serves. Rejects with its output if it exits instead. */
export async function runUntilReady(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = run(env)
  const output: string[] = []
  child.stderr?.on('data', (chunk) => output.push(String(chunk)))
  const ended = once(child, 'close').then(([code]) =>
    Promise.reject(new Error(`ended with ${code}: ${output.join('').trim()}`)),
  )
  await Promise.race([once(child, 'message'), ended])
  return child
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  const exit = once(child, 'exit')
  child.kill(signal)
  const [code] = await exit
  return code
}

/** Resolves to the output and exit code of a start that must fail. */
export async function failedStart(env: NodeJS.ProcessEnv) {
  const child = run(env)
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  return { code, output: output.trim() }
}

/** Resolves to the output (stdout and stderr) and exit code of an operator command. */
export async function runTool(env: NodeJS.ProcessEnv, ...args: string[]) {
  const child = spawn(process.execPath, [tool, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const [code] = await once(child, 'close')
  return { code, output: output.trim() }
}

/** Resolves to true if something listens there. */
export async function connects(host: string, port: string | undefined): Promise<boolean> {
  const socket = connect(Number(port), host)
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return connected
}
