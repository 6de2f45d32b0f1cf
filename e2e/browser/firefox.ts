import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Tab } from './tab.ts'

/** Path of Debian's Firefox ESR, or undefined; `npm test` installs it. */
export const firefoxPath: string | undefined = [process.env['FIREFOX'], '/usr/bin/firefox-esr'].find(
  (path) => path !== undefined && existsSync(path),
)

const ADDRESS = /^WebDriver BiDi listening on (ws:.+)$/
type Answer = {
  readonly id?: number
  readonly type: string
  readonly message?: string
  readonly result?: unknown
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = ADDRESS.exec(line)?.[1]
    if (address !== undefined) return address
  }
  throw new Error('Firefox ended before it listened')
}

/** Firefox did not carry out a command, as where its page was left meanwhile. */
class CommandError extends Error {}

/** WebDriver BiDi over a socket (W3C): sends commands and returns their results. */
async function speak(address: string) {
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    waiting.get(answer.id ?? 0)?.(answer)
  })
  return async <T>(method: string, params: object): Promise<T> => {
    const id = waiting.size + 1
    const { promise, resolve } = Promise.withResolvers<Answer>()
    waiting.set(id, resolve)
    socket.send(JSON.stringify({ id, method, params }))
    const { type, message, result } = await promise
    if (type !== 'success') throw new CommandError(`${method}: ${message}`)
    return result as T
  }
}

type Evaluated = {
  readonly result?: { readonly value?: string }
  readonly exceptionDetails?: { readonly text: string }
}
type Cookies = {
  readonly cookies: readonly {
    readonly name: string
    readonly value: { readonly value: string }
    readonly domain: string
    readonly path: string
    readonly httpOnly: boolean
    readonly sameSite: string
  }[]
}

type Preferences = Readonly<Record<string, string | number | boolean>>
type Contexts = { readonly contexts: readonly { readonly context: string; readonly url: string }[] }
type Firefox = Tab &
  AsyncDisposable & {
    /** As `run`, on a page that may be left at any time; null if it was left while the work ran. */
    read<T>(work: () => Promise<T>): Promise<T | null>
    /** Clicks in one of Firefox' own windows, found by its address; resolves to false if it is not there, or still loading. */
    clickInWindow(address: string, selector: string): Promise<boolean>
  }

/**
 * Firefox ESR, driven through its own protocol: Playwright only drives a patched Firefox. With `preferences` it is less like the
 * one that its protocol is meant for, which connects to nothing by itself.
 */
export async function openFirefox(path: string, preferences?: Preferences): Promise<Firefox> {
  const folder = await mkdtemp(join(tmpdir(), 'ks-firefox-'))
  const args = ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port=0', 'about:blank']
  if (preferences) {
    const lines = Object.entries({ ...preferences, 'remote.prefs.recommended': false }).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    )
    await writeFile(join(folder, 'user.js'), lines.join(''))
    args.unshift('--remote-allow-system-access')
  }
  const child = spawn(path, args, {
    env: { ...process.env, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const send = await speak(await addressIn(child.stderr))
  await send('session.new', { capabilities: {} })
  const { contexts } = await send<{ contexts: readonly { context: string }[] }>('browsingContext.getTree', {})
  let context = contexts[0]?.context
  async function run<A, T>(work: (given: A) => Promise<T>, given: A): Promise<T> {
    const expression = `(async () => JSON.stringify(await (${work})(${JSON.stringify(given)})))()`
    const params = { expression, awaitPromise: true, target: { context } }
    const { result, exceptionDetails } = await send<Evaluated>('script.evaluate', params)
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return JSON.parse(result?.value ?? 'null')
  }
  return {
    // Each page gets a tab of its own: Firefox attributes an error in a frame of the previous page to this one.
    async goto(url) {
      const { context: next } = await send<{ context: string }>('browsingContext.create', { type: 'tab' })
      await send('browsingContext.navigate', { context: next, url, wait: 'complete' })
      await send('browsingContext.close', { context })
      context = next
    },
    run,
    read: (work) =>
      run(work, null).catch((error: unknown) => {
        if (error instanceof CommandError) return null
        throw error
      }),
    async clickInWindow(address, selector) {
      const windows = await send<Contexts>('browsingContext.getTree', { 'moz:scope': 'chrome' })
      const found = windows.contexts.find(({ url }) => url === address)
      if (!found) return false
      const expression = `(() => {
        const isReady = document.readyState === 'complete'
        if (isReady) document.querySelector(${JSON.stringify(selector)}).click()
        return String(isReady)
      })()`
      const target = { context: found.context }
      const { result } = await send<Evaluated>('script.evaluate', { expression, awaitPromise: false, target })
      return result?.value === 'true'
    },
    async cookies() {
      const { cookies } = await send<Cookies>('storage.getCookies', {
        partition: { type: 'context', context },
      })
      return cookies.map(({ value: { value }, ...rest }) => ({ ...rest, value }))
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
