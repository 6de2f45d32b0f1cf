const portal = /\/web\/src\//
let ends: (() => void)[] = []

/** What the portal's modules listen to; what libraries listen to is theirs, and lasts as they do. */
function watchListeners() {
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

/** What is to happen later: a feed that is still trying would call what the next file serves. */
function watchTimers() {
  const { setTimeout, setInterval } = globalThis
  const watch = <Start extends typeof setTimeout | typeof setInterval>(start: Start) =>
    new Proxy(start, {
      apply(target, self, args) {
        const timer = Reflect.apply(target, self, args)
        ends.push(() => clearTimeout(timer))
        return timer
      },
    })
  Object.assign(globalThis, { setTimeout: watch(setTimeout), setInterval: watch(setInterval) })
  ends.push(() => void Object.assign(globalThis, { setTimeout, setInterval }))
}

function clearWindow() {
  for (const part of [document.head, document.body]) part.replaceChildren()
  const { documentElement: root } = document
  for (const name of root.getAttributeNames()) root.removeAttribute(name)
  window.history.replaceState(null, '', '/')
}

/** Takes note of what a file leaves behind. To be called at its beginning. */
export function watchLeftovers() {
  watchListeners()
  watchTimers()
}

/** Ends all that a file has left behind in the window. */
export function clearLeftovers() {
  for (const end of ends) end()
  ends = []
  clearWindow()
}
