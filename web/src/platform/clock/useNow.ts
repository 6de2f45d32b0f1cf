import { useSyncExternalStore } from 'react'
import { serverNow } from './serverClock.ts'

const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(watcher: () => void) {
  watchers.add(watcher)
  timer ??= setInterval(() => {
    for (const notify of watchers) notify()
  }, 1000)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Derives a value from the time; reads it every second and re-renders only when it changes. */
export const useNow = <T extends string | number>(read: (now: Date) => T): T =>
  useSyncExternalStore(subscribe, () => read(serverNow()))
