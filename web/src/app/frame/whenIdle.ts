import type { ComponentType } from 'react'

const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve())
    else setTimeout(resolve, 200)
  })

/** Loads for `lazy`, once nothing else is to be done, what the page can do without; where it cannot, `Instead`. */
export const whenIdle =
  <P>(load: () => Promise<ComponentType<P>>, Instead: ComponentType<P>) =>
  async (): Promise<{ default: ComponentType<P> }> => {
    await idle()
    return { default: await load().catch(() => Instead) }
  }
