import { now } from '@kellersonne/core/live/test/live-system'
import { PATIENCE_MS } from '@kellersonne/testing/patience'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { learn, speak } from '../src/platform/i18n/i18n.ts'
import { clearLeftovers, watchLeftovers } from './leftovers.ts'

// Test files follow one another in one process, which saves a new window for each; every file finds it, and the portal's
// modules, as a page that is loaded anew does.
watchLeftovers()
afterAll(() => {
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
  asyncUtilTimeout: PATIENCE_MS,
  asyncWrapper(wait) {
    since = vi.getRealSystemTime()
    return asyncWrapper(wait)
  },
  async unstable_advanceTimersWrapper() {
    await new Promise((resolve) => inRealTime(resolve, LOOK_MS))
    if (vi.getRealSystemTime() - since > PATIENCE_MS) vi.advanceTimersByTime(PATIENCE_MS)
  },
}))

/** jsdom lays nothing out: no width is matched. */
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })

/** jsdom scrolls nothing. */
HTMLElement.prototype.scrollIntoView ??= () => {}

/** jsdom opens no dialogs. */
HTMLDialogElement.prototype.showModal ??= function () {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function () {
  this.open = false
}

/** One fixed date for all tests: none can break at midnight or when the clocks change. */
const stop = () => vi.setSystemTime(now)
stop()

beforeAll(async () => {
  await speak('de')
  await learn('owner')
  await learn('account')
  await learn('details')
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
