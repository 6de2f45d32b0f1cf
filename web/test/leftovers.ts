const portal = /\/web\/src\//
let ends: (() => void)[] = []

/** Tracks listeners added by the portal's modules; those of libraries live as long as the libraries. */
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

/** Tracks timers: a feed that keeps retrying would call the next file's server. */
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
  // Modules of the next file read it while they load.
  localStorage.clear()
  sessionStorage.clear()
}

/** Starts tracking what a file leaves behind. Call at its beginning. */
export function watchLeftovers() {
  watchListeners()
  watchTimers()
}

/** Removes everything a file has left behind in the window. */
export function clearLeftovers() {
  for (const end of ends) end()
  ends = []
  clearWindow()
}
