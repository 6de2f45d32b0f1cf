import { now } from '@kellersonne/core/live/test/live-system'
import { TEST_TIMEOUT_MS } from '@kellersonne/testing/patience'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { loadNamespaces, setLanguage } from '../src/platform/i18n/i18n.ts'
import { clearLeftovers, watchLeftovers } from './leftovers.ts'

// Test files share one process, which saves creating a window for each; every file starts with a fresh window and
// fresh modules, as after a page reload.
watchLeftovers()
afterAll(async () => {
  // A module that is still loading would otherwise begin its work in the next file, and call that file's server.
  await vi.dynamicImportSettled()
  clearLeftovers()
  vi.resetModules()
})

const LOOK_MS = 10
const { setTimeout: inRealTime } = globalThis
let since = 0

// Under fake timers, `findBy` and `waitFor` poll in real time and leave the page's clock alone: only the test advances it.
// Testing-library detects fake timers by this global, and would otherwise advance them at each poll.
Object.assign(globalThis, { jest: { advanceTimersByTime: vi.advanceTimersByTime } })
configure(({ asyncWrapper }) => ({
  asyncUtilTimeout: TEST_TIMEOUT_MS,
  asyncWrapper(wait) {
    since = vi.getRealSystemTime()
    return asyncWrapper(wait)
  },
  async unstable_advanceTimersWrapper() {
    await new Promise((resolve) => inRealTime(resolve, LOOK_MS))
    if (vi.getRealSystemTime() - since > TEST_TIMEOUT_MS) vi.advanceTimersByTime(TEST_TIMEOUT_MS)
  },
}))

// For its warnings, React records where each element was made, which takes a tenth of these tests' time: it stops beyond a count of such
// records, which it keeps here.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
Object.defineProperty(Object(internals), 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
})

/** jsdom has no layout: no media query matches. */
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })

/** jsdom does not scroll. */
HTMLElement.prototype.scrollIntoView ??= () => {}

/** jsdom does not support dialogs. */
HTMLDialogElement.prototype.showModal ??= function () {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function () {
  this.open = false
}

/** A fixed date for all tests: none can fail at midnight or at a clock change. */
const stop = () => vi.setSystemTime(now)
stop()

beforeAll(async () => {
  await setLanguage('de')
  await loadNamespaces('owner')
  await loadNamespaces('account')
  await loadNamespaces('details')
})
beforeEach(() => {
  stop()
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
