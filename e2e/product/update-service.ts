import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getUpdate, namesOf } from '@kellersonne/contract/firmware/updates'
import { call } from '../browser/calls.ts'
import type { Tab } from '../browser/tab.ts'
import { test as base, owner } from './product.ts'
import { openRecordingProxy, type RecordingProxy } from './recording-proxy.ts'
import { openProduct, type Product } from './started.ts'

/** A system of the demo owner with an update. */
const SN = '1001'
export const COOKIE = 'kellersonne_update'
const cli = fileURLToPath(new URL('../../server/src/operations/cli.ts', import.meta.url))

/** Publishes an image like an operator, with a new key. */
async function publish(DATA_DIR: string) {
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [cli, ...args], { env: { ...process.env, DATA_DIR }, stdio: 'pipe' })
  const [key, image] = [join(DATA_DIR, 'signing-key'), join(DATA_DIR, 'an-image')]
  const release = ['bms', '99.0.0', image]
  await writeFile(image, randomBytes(1000))
  run('key', 'create', key)
  run('key', 'add', `${key}.pub`)
  run('release', 'sign', ...release, '--key', key)
  run('release', 'publish', ...release, '--notes-de', 'Neu', '--notes-en', 'New')
}

/** A third party's pages: same-site under one of this machine's names, cross-site under the other. */
async function openStranger() {
  const server = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end('<body></body>'))
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    sibling: `http://localhost:${address.port}`,
    elsewhere: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}
type Stranger = Awaited<ReturnType<typeof openStranger>>

/** A product with an update, its update service behind a tap, and a stranger. */
export const test = base.extend<object, { tap: RecordingProxy; product: Product; stranger: Stranger }>({
  tap: [
    // biome-ignore lint/correctness/noEmptyPattern: tells Playwright that no fixture is needed
    async ({}, use) => {
      await using tap = await openRecordingProxy()
      await use(tap)
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ tap }, use) => {
      const settings = { UPDATES_PORT: String(tap.port), UPDATES_URL: tap.url }
      await using product = await openProduct('update-service', settings)
      await publish(product.folder)
      await use(product)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  stranger: [
    // biome-ignore lint/correctness/noEmptyPattern: tells Playwright that no fixture is needed
    async ({}, use) => {
      await using stranger = await openStranger()
      await use(stranger)
    },
    { scope: 'worker' },
  ],
})

const valueIn = (body: unknown, name: string): unknown => new Map(Object.entries(body ?? {})).get(name)
const withCookie = { credentials: 'include' } as const
const bearing = (access: string) => ({ headers: { authorization: `Bearer ${access}` } })

/** Requests to the update service. */
export const requests = ({ url }: RecordingProxy) => ({
  ask: { url: `${url}/api/v1/has_update?sn=${SN}`, init: withCookie },
  start: { url: `${url}/api/v1/update/`, fields: { sn: SN, update: '1' }, init: withCookie },
})

/** The portal's page in a tab, with its calls. */
export function portalIn(tab: Tab, { url }: Product, tap: RecordingProxy) {
  const { ask, start } = requests(tap)
  async function post(path: string, fields: Record<string, string>, access?: string) {
    const init = access === undefined ? {} : bearing(access)
    const [answer] = await tab.run(call, { url: `${url}${path}`, fields, coded: true, init })
    const text = (name: string) => String(valueIn(answer?.body, name))
    return { access: text('access'), refresh: text('refresh'), status: answer?.status }
  }
  return {
    post,
    open: () => tab.goto(`${url}/login`),
    signIn: ({ email, password } = owner) => post('/api/auth/token/', { email, password }),
    cookie: async () => (await tab.cookies()).find(({ name }) => name === COOKIE),
    ask: async () => (await tab.run(call, ask))[0],
    askWithoutCookie: async () => (await tab.run(call, { url: ask.url }))[0],
    start: (times: number) => tab.run(call, { ...start, times }),
    /** Consents to the plan, as the wizard does before a start. */
    async agree(access: string) {
      const [answer] = await tab.run(call, { url: `${url}/api/auth/update/?sn=${SN}`, init: bearing(access) })
      const { plan } = getUpdate.response.parse(answer?.body)
      const fields = { sn: SN, lang: 'de', wording: 'Ja', parts: namesOf(plan.parts) }
      return (await post('/api/auth/update/consent/', fields, access)).status
    },
    /** The current or last update. */
    async last(access: string) {
      const init = bearing(access)
      const [answer] = await tab.run(call, { url: `${url}/api/auth/update/?sn=${SN}`, init })
      return valueIn(answer?.body, 'last')
    },
  }
}
