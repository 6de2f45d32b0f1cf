const portal = /\/web\/src\//
let ends: (() => void)[] = []

/** Takes note of what the portal's modules listen to; what libraries listen to is theirs, and lasts as they do. */
export function watchListeners() {
  for (const target of [window, document]) {
    const add = target.addEventListener
    target.addEventListener = (type: string, listener: EventListener, options?: AddEventListenerOptions) => {
      const [, , caller = ''] = new Error().stack?.split('\n') ?? []
      if (portal.test(caller)) ends.push(() => target.removeEventListener(type, listener, options))
      add.call(target, type, listener, options)
    }
    ends.push(() => {
      target.addEventListener = add
    })
  }
}

/** Ends what has been noted. */
export function forgetListeners() {
  for (const end of ends) end()
  ends = []
}
