import type { Browser } from '@playwright/test'

type Cookie = {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
  readonly httpOnly: boolean
  /** In the browser's spelling. */
  readonly sameSite: string
}

/** A page in any browser, with what the cookie tests need. */
export type Tab = {
  goto(url: string): Promise<unknown>
  /** Runs in the page; argument and result are JSON. */
  run<A, T>(work: (given: A) => Promise<T>, given: A): Promise<T>
  cookies(): Promise<readonly Cookie[]>
}

/** Opens Chromium with empty storage. */
export async function openChromium(browser: Browser): Promise<Tab & AsyncDisposable> {
  const context = await browser.newContext()
  const page = await context.newPage()
  return {
    goto: (url) => page.goto(url),
    run: <A, T>(work: (given: A) => Promise<T>, given: A) =>
      page.evaluate<T, A>(work as Parameters<typeof page.evaluate<T, A>>[0], given),
    cookies: () => context.cookies(),
    [Symbol.asyncDispose]: () => context.close(),
  }
}
