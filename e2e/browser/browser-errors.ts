import type { Browser, BrowserContext } from '@playwright/test'

const ABOUT_US = /Content Security Policy|Permissions.policy|Trusted|Warning:/i

/** Reports violations of the content security policy that the console omits. */
function reportViolations() {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, documentURI }) =>
    reportError(new Error(`${effectiveDirective} ${blockedURI} violated on ${documentURI}`)),
  )
}

/** Collects errors of all pages, in every existing and future context. `provoked`: errors a test expects. */
export async function watchBrowserErrors(browser: Browser, provoked: RegExp | null) {
  const errors: string[] = []
  const record = (text: string) => void (provoked?.test(text) || errors.push(text))
  async function listen(context: BrowserContext) {
    context.on('weberror', (fault) => record(String(fault.error())))
    context.on('console', (message) => ABOUT_US.test(message.text()) && record(message.text()))
    await context.addInitScript(reportViolations)
  }
  const join = (context: BrowserContext) => void listen(context).catch(() => undefined)
  browser.on('context', join)
  await Promise.all(browser.contexts().map(listen))
  return { errors, [Symbol.dispose]: () => void browser.off('context', join) }
}
