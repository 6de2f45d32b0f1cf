/** All time zones that the browser knows, and those given, in alphabetical order. */
export const zonesWith = (...given: readonly string[]): readonly string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...given])].toSorted()
