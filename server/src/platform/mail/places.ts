import { getDomain } from 'tldts'

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

  function has(key: string): boolean {
    return (taken.get(key) ?? 0) < most
  }
  return {
    has,
    /** True if there was a place, which must be released. */
    take(key: string): boolean {
      if (!has(key)) return false
      taken.set(key, (taken.get(key) ?? 0) + 1)
      return true
    },
    release(key: string): void {
      const left = (taken.get(key) ?? 0) - 1
      if (left > 0) taken.set(key, left)
      else taken.delete(key)
    },
  }
}
