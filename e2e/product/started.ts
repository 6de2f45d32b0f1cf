import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepLog } from '@kellersonne/testing/log'
import { reservePort } from '@kellersonne/testing/ports'
import { expect } from '@playwright/test'
import { type FrontPanel, frontPanel } from './front-panel.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The environment variable with the data folder that every product starts from. */
export const TEMPLATE = 'KELLERSONNE_TEMPLATE'
const portNames = [
  'PORT',
  'UPDATES_PORT',
  'MQTT_PORT',
  'MQTTS_PORT',
  'METRICS_PORT',
  'SIMULATOR_PORT',
  'GATEWAY_PORT',
  'MAILBOX_PORT',
] as const

/** The product as started by `npm start`, with its own ports and data. */
export type Product = {
  readonly url: string
  /** The update service, as its own settings have it. */
  readonly updatesUrl: string
  readonly panel: FrontPanel
  /** Its data folder. */
  readonly folder: string
  stop(): Promise<void>
  /** Kills everything except the database. */
  crash(): Promise<void>
  /** Kills only the server; resolves once another one has started. */
  crashServer(): Promise<void>
  start(): Promise<void>
}

/** Resolves once it is serving. Its output is kept for the report of a failing test. */
async function launch(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['scripts/launch.ts'], {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ready = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      keepLog('product', chunk)
      output += chunk
      if (output.includes('Ctrl-C')) ready.resolve()
    })
  child.once('close', () => ready.reject(new Error(`the product did not start: ${output}`)))
  await ready.promise
  return child
}

/** The only child of a process. */
async function childOf(pid: number): Promise<number> {
  const [child = '', ...others] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'))
    .trim()
    .split(' ')
  if (others.length > 0 || child === '') throw new Error(`${pid} has started ${others.length + 1} processes`)
  return Number(child)
}

export async function openProduct(
  label: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<Product & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), `ks-${label}-`))
  const template = process.env[TEMPLATE]
  // Keeps file owners: the database does not run as root.
  if (template !== undefined) execFileSync('cp', ['-a', `${template}/.`, folder])
  const ports = Object.fromEntries(
    await Promise.all(portNames.map(async (name) => [name, String(await reservePort())] as const)),
  )
  const env: NodeJS.ProcessEnv = {
    ...ports,
    DATA_DIR: folder,
    // Tests count on three systems; those of the gateway start it themselves.
    DEMO_GATEWAY: '0',
    HISTORY_DAYS: '2',
    INTERVAL_MS: '2000',
    // Tests begin with units that have nothing to report.
    FIRST_MESSAGE: '',
    ...settings,
  }
  let child: ChildProcess | undefined
  const product = {
    url: `http://localhost:${env['PORT']}`,
    updatesUrl: env['UPDATES_URL'] ?? `http://localhost:${env['UPDATES_PORT']}`,
    folder,
    panel: frontPanel(`http://localhost:${ports['SIMULATOR_PORT']}`),
    async start() {
      child = await launch(env)
    },
    async stop() {
      const running = child
      child = undefined
      if (!running || running.exitCode !== null) return
      running.kill('SIGTERM')
      await once(running, 'exit')
    },
    async crash() {
      const running = child
      child = undefined
      if (!running?.pid) throw new Error('the product does not run')
      const server = await childOf(running.pid)
      const ended = once(running, 'exit')
      running.kill('SIGKILL')
      process.kill(server, 'SIGKILL')
      await ended
    },
    async crashServer() {
      if (!child?.pid) throw new Error('the product does not run')
      const launcher = child.pid
      const killed = await childOf(launcher)
      process.kill(killed, 'SIGKILL')
      await expect.poll(() => childOf(launcher).catch(() => killed)).not.toBe(killed)
    },
  }
  await product.start()
  return {
    ...product,
    async [Symbol.asyncDispose]() {
      await product.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
