import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { learn, speak } from '../src/i18n/i18n.ts'

configure({ asyncUtilTimeout: 5000 })

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

beforeAll(async () => {
  await speak('de')
  await learn('owner')
  await learn('account')
  await learn('details')
})
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
