import type { ComponentType } from 'react'

/** Resolves once the browser is idle. */
export const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve())
    else setTimeout(resolve, 200)
  })

/** Loads a non-essential component for `lazy` once the browser is idle; falls back to `Instead`. */
export const whenIdle =
  <P>(load: () => Promise<ComponentType<P>>, Instead: ComponentType<P>) =>
  async (): Promise<{ default: ComponentType<P> }> => {
    await idle()
    return { default: await load().catch(() => Instead) }
  }
