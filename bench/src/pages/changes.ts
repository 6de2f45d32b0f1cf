import type { CDPSession, Page } from 'playwright-core'

/** A change of the document at the node with this path: an attribute, its text, or its content. */
export type Change = {
  readonly path: readonly number[]
  readonly kind: 'attribute' | 'text' | 'content'
  readonly name: string
  readonly value: string
}
type Noting = Window & { noted?: MutationRecord[] }

/** Runs in the page: records its changes as cheaply as possible. */
export function noteChanges() {
  const noted: MutationRecord[] = []
  Object.assign(window, { noted })
  new MutationObserver((records) => void noted.push(...records)).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  })
}

/** Resolves to the changes since the last call. */
export const takeChanges = (page: Page): Promise<Change[]> =>
  page.evaluate(() => {
    function pathOf(node: Node): number[] {
      const parent = node.parentNode
      if (!parent || parent === document) return []
      return [...pathOf(parent), Array.from<Node>(parent.childNodes).indexOf(node)]
    }
    const noted = (window as Noting).noted?.splice(0) ?? []
    return noted
      .filter(({ target }) => target.isConnected)
      .map(({ type, target, attributeName }): Change => {
        const path = pathOf(target)
        if (type === 'characterData' || !(target instanceof Element))
          return { path, kind: 'text', name: '', value: target.textContent ?? '' }
        if (type === 'childList') return { path, kind: 'content', name: '', value: target.innerHTML }
        const name = attributeName ?? ''
        return { path, kind: 'attribute', name, value: target.getAttribute(name) ?? '' }
      })
  })

/** Prepares the same changes in a copy of the document. */
export const queueChanges = (page: Page, changes: readonly Change[]) =>
  page.evaluate((all) => {
    const nodes = all.map(({ path }) =>
      path.reduce<Node | undefined>((at, i) => at?.childNodes[i], document.documentElement),
    )
    function applyQueued() {
      for (const [i, { kind, name, value }] of all.entries()) {
        const node = nodes[i]
        if (node && kind === 'text') node.textContent = value
        if (node instanceof Element && kind === 'attribute') node.setAttribute(name, value)
        if (node instanceof Element && kind === 'content') node.innerHTML = value
      }
    }
    Object.assign(window, { applyQueued })
  }, changes)

/** Applies the prepared changes. */
export const applyQueued = (session: CDPSession) =>
  session.send('Runtime.evaluate', { expression: 'applyQueued()' })
