import type { Browser } from '@playwright/test'

export type Cookie = {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
  readonly httpOnly: boolean
  /** As the browser spells it. */
  readonly sameSite: string
}

/** A page in some browser: what the tests of the cookie need of it. */
export type Tab = {
  goto(url: string): Promise<unknown>
  /** In the page; what is given and what comes back is JSON. */
  run<A, T>(work: (given: A) => Promise<T>, given: A): Promise<T>
  cookies(): Promise<readonly Cookie[]>
}

/** A Chromium with nothing kept from before. */
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
