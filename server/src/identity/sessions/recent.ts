/** A map that evicts the oldest insertion once it holds more than `limit`. */
export function recent<K, V>(limit: number) {
  const entries = new Map<K, V>()
  return {
    get: (key: K) => entries.get(key),
    delete: (key: K) => entries.delete(key),
    clear: () => entries.clear(),
    set(key: K, value: V) {
      entries.delete(key)
      entries.set(key, value)
      const oldest = entries.keys().next()
      if (entries.size > limit && !oldest.done) entries.delete(oldest.value)
    },
  }
}
