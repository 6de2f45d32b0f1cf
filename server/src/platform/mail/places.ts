import { getDomain } from 'tldts'

/** How long a mail waits for a place. */
const PATIENCE_MS = 1000

/**
 * The domain of an address as it is sold, by the Public Suffix List: whoever has one has any number below it. Names under which somebody
 * else lets out names, as eu.org, count as one: who wants has any number there, too.
 */
export function domainOf(address: string): string {
  const host = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return getDomain(host) ?? host
}

/** Limits how much goes on at once for each key. */
export function openPlaces(most: number) {
  const taken = new Map<string, number>()
  const waiting = new Map<string, ((isMine: boolean) => void)[]>()
  /** Where somebody has waited in vain since a place was last released. */
  const stuck = new Set<string>()

  return {
    /**
     * Resolves to true once there is a place, which must be released; to false if there is none for a second, or at once where
     * others have just found that out: whoever waits takes up room elsewhere.
     */
    async take(key: string): Promise<boolean> {
      const now = taken.get(key) ?? 0
      if (now < most) {
        taken.set(key, now + 1)
        return true
      }
      if (stuck.has(key)) return false
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const line = waiting.get(key) ?? []
      waiting.set(key, line)
      line.push(resolve)
      const timer = setTimeout(() => {
        stuck.add(key)
        line.splice(line.indexOf(resolve), 1)
        resolve(false)
      }, PATIENCE_MS)
      const isMine = await promise
      clearTimeout(timer)
      return isMine
    },
    release(key: string): void {
      stuck.delete(key)
      const next = waiting.get(key)?.shift()
      if (next) {
        next(true)
        return
      }
      waiting.delete(key)
      const left = (taken.get(key) ?? 0) - 1
      if (left > 0) taken.set(key, left)
      else taken.delete(key)
    },
  }
}
