import type { Page } from 'playwright-core'

/** Runs in the page: records when a changed text has been painted, by the machine's clock. */
export function notePaints() {
  const painted: [text: string, at: number][] = []
  Object.assign(window, { painted })
  new MutationObserver((changes) => {
    const texts = changes.flatMap(({ target, addedNodes }) =>
      [target, ...addedNodes].map((node) => node.textContent ?? ''),
    )
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        const at = performance.timeOrigin + performance.now()
        for (const text of texts) if (text.length < 200) painted.push([text, at])
      }
      port2.postMessage(null)
    })
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Resolves to each text so far and when it was painted, in ms since the epoch. */
export const paintsOf = (page: Page) =>
  page.evaluate(() => (window as Window & { painted?: [text: string, at: number][] }).painted ?? [])
