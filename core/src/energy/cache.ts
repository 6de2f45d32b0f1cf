/**
 * Returns a function that gives the value of a key, made when it is first asked for. At most `most` values are kept: the one
 * that was unused for longest goes, so that one odd key costs one value and not all of them.
 */
export function createCache<Value>(most: number) {
  // A map keeps the order of insertion: a value that is used moves to the end.
  const values = new Map<string, Value>()
  return (key: string, make: () => Value): Value => {
    const known = values.get(key)
    const value = known ?? make()
    if (known !== undefined) values.delete(key)
    else if (values.size >= most) values.delete(values.keys().next().value ?? '')
    values.set(key, value)
    return value
  }
}
