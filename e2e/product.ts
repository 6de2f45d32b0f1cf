import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reservePort } from '@kellersonne/testing/ports'
import { test as base, expect, type Page } from '@playwright/test'
import { hearComplaints } from './complaints.ts'
import { type FrontPanel, frontPanel } from './front-panel.ts'

export const owner = { email: 'demo@kellersonne.example', password: 'Sonne-im-Keller-1' }
const root = fileURLToPath(new URL('..', import.meta.url))
const portNames = [
  'PORT',
  'UPDATES_PORT',
  'MQTT_PORT',
  'MQTTS_PORT',
  'METRICS_PORT',
  'SIMULATOR_PORT',
  'MAILBOX_PORT',
] as const

/** The product as `npm start` starts it, on ports and data of its own. */
export type Product = {
  readonly url: string
  readonly panel: FrontPanel
  /** Where it keeps all it keeps. */
  readonly folder: string
  stop(): Promise<void>
  /** The server is killed (SIGKILL), and with it goes all that was launched. */
  crash(): Promise<void>
  start(): Promise<void>
}

async function launch(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['scripts/launch.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout?.setEncoding('utf8')
  for await (const chunk of child.stdout ?? []) {
    said += chunk
    if (said.includes('Ctrl-C')) return child
  }
  throw new Error(`the product did not start: ${said}`)
}

/** The process that another has started, the only one. */
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
  const ports = Object.fromEntries(
    await Promise.all(portNames.map(async (name) => [name, String(await reservePort())] as const)),
  )
  const env: NodeJS.ProcessEnv = {
    ...ports,
    DATA_DIR: folder,
    HISTORY_DAYS: '2',
    INTERVAL_MS: '2000',
    ...settings,
  }
  let child: ChildProcess | undefined
  const product = {
    url: `http://localhost:${env['PORT']}`,
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
      const ended = once(running, 'exit')
      process.kill(await childOf(running.pid), 'SIGKILL')
      await ended
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

/** One product for each of the runners side by side; each test finds its units as they come from the factory. */
export const test = base.extend<
  { fresh: undefined; clean: undefined; provoked: RegExp | null },
  { product: Product }
>({
  product: [
    async ({ browserName }, use) => {
      await using product = await openProduct(browserName)
      await use(product)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  provoked: [null, { option: true }],
  clean: [
    // The test's own context has to be there.
    async ({ browser, context: _, provoked }, use) => {
      using complaints = await hearComplaints(browser, provoked)
      await use(undefined)
      expect(complaints.heard, 'what the browser complained of').toEqual([])
    },
    { auto: true },
  ],
  baseURL: ({ product }, use) => use(product.url),
  fresh: [
    async ({ product }, use) => {
      await product.panel.reset()
      await use(undefined)
    },
    { auto: true },
  ],
})

/** Signs in as the demo owner and waits for the dashboard. */
export async function signIn(page: Page, { stay = false } = {}) {
  await page.goto('/login')
  await page.getByLabel('E-Mail-Adresse').fill(owner.email)
  await page.getByLabel('Passwort', { exact: true }).fill(owner.password)
  if (stay) await page.getByLabel('Angemeldet bleiben').check()
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.waitForURL('**/dashboard')
}
