import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { reservePort } from '@kellersonne/testing/ports'
import type { Page } from '@playwright/test'
import { pointer } from '../browser/browser.ts'
import { test as base } from './product.ts'
import { openProduct, type Product } from './started.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A real OpenID provider in a process of its own; it redirects browsers to `redirectUri`. */
async function openProvider(redirectUri: string): Promise<{ issuer: string } & AsyncDisposable> {
  const child = spawn(process.execPath, ['server/test/provider/provider-process.ts', redirectUri], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [output] = await once(child.stdout.setEncoding('utf8'), 'data')
  return {
    issuer: String(output).trim(),
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** A product with a second provider, used by this product alone. */
async function openFederation(label: string) {
  const PORT = String(await reservePort())
  await using stack = new AsyncDisposableStack()
  const provider = stack.use(await openProvider(`http://localhost:${PORT}/login_cleverpv`))
  const product = stack.use(
    await openProduct(label, {
      PORT,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'kellersonne',
      OIDC_CLIENT_SECRET: 'what only the two of us know',
    }),
  )
  const kept = stack.move()
  /** Signs in at the provider, which asks who it is. */
  async function answerAs(page: Page, address: string) {
    await page.waitForURL(`${provider.issuer}/**`)
    await page.getByLabel('Address').fill(address)
    await page.getByRole('button', { name: 'Go on' }).click()
  }
  return {
    product,
    issuer: provider.issuer,
    /** Goes from the portal to the provider and signs in there. */
    async signInAs(page: Page, address: string, { press } = pointer) {
      await page.goto('/login_cleverpv')
      await press(page.getByRole('button', { name: /(Weiter zu|Continue to) CleverPV/ }))
      await answerAs(page, address)
    },
    answerAs,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
type Federation = Awaited<ReturnType<typeof openFederation>>

/** A test whose product has a second provider. */
export const test = base.extend<object, { federation: Federation; product: Product }>({
  federation: [
    async ({ browserName }, use) => {
      await using federation = await openFederation(`${browserName}-federation`)
      await use(federation)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  product: [async ({ federation }, use) => use(federation.product), { scope: 'worker' }],
})
