/** Up to four whole numbers separated by dots, such as `3.16` or `2.4.0`. */
const VERSION = /^\d{1,9}(?:\.\d{1,9}){0,3}$/

export const isVersion = (text: string): boolean => VERSION.test(text)

/**
 * Returns a negative number if `a` is older than `b`, a positive one if it is newer. Compares part by part as
 * numbers; missing parts are zero. null if one of them is not a version.
 */
export function compareVersions(a: string, b: string): number | null {
  if (!isVersion(a) || !isVersion(b)) return null
  const [as, bs] = [a.split('.').map(Number), b.split('.').map(Number)]
  for (let i = 0; i < Math.max(as.length, bs.length); i += 1) {
    const difference = (as[i] ?? 0) - (bs[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Also false if one of them is not a version. */
export const isNewer = (a: string, than: string): boolean => (compareVersions(a, than) ?? 0) > 0
