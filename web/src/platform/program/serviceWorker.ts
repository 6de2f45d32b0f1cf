import { whenSaved } from './unsaved.ts'
import { reloadForVersion } from './version.ts'

const PATH = '/sw.js'
const PATIENCE_MS = 10_000

type Policy = { createScriptURL(url: string): string }

declare global {
  interface Window {
    /** Missing in some browsers and in TypeScript's library. */
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy }
  }
}

/** The content security policy admits script URLs through this policy only (decision 0044). */
function trusted(url: string): string {
  const createScriptURL = (asked: string) => {
    if (asked !== PATH) throw new TypeError(asked)
    return asked
  }
  const policy = window.trustedTypes?.createPolicy('service-worker', { createScriptURL })
  return policy ? policy.createScriptURL(url) : url
}

let begun = false
/** True if the owner has asked for the new version: then there is no waiting for unsaved input. */
let asked = false

const installed = (worker: ServiceWorker) =>
  new Promise<void>((resolve) => {
    const look = () => worker.state !== 'installing' && resolve()
    worker.addEventListener('statechange', look)
    look()
  })

/** Lets a new worker take over once nothing would be lost. The very first worker takes over anyway. */
async function welcome(worker: ServiceWorker | null) {
  if (!worker || !navigator.serviceWorker.controller) return
  await installed(worker)
  if (!asked) await whenSaved()
  worker.postMessage('take over')
}

/** SHL-06: reloads the page when a new worker replaces another. */
function followWorkers() {
  let controlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled && asked) window.location.reload()
    else if (controlled) void reloadForVersion()
    controlled = true
  })
}

/** Makes the portal work offline. If the browser refuses, it works online as before. */
export async function startServiceWorker() {
  if (begun || !('serviceWorker' in navigator)) return
  begun = true
  followWorkers()
  const container = navigator.serviceWorker
  const registration = await container.register(trusted(PATH), { updateViaCache: 'none' }).catch(() => null)
  registration?.addEventListener('updatefound', () => void welcome(registration.installing))
  void welcome(registration?.waiting ?? null)
}

/** Loads the newest version regardless of unsaved input: the owner has asked for it. */
export async function loadNewest() {
  asked = true
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  await registration?.update().catch(() => undefined)
  const next = registration?.waiting ?? registration?.installing
  if (!next) return window.location.reload()
  setTimeout(() => window.location.reload(), PATIENCE_MS)
  await installed(next)
  next.postMessage('take over')
}
