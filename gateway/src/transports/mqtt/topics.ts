/** True if an MQTT topic matches a filter with `+` and `#`. */
export function matches(filter: string, topic: string): boolean {
  const [wanted, parts] = [filter.split('/'), topic.split('/')]
  if (wanted.at(-1) === '#' && parts.length >= wanted.length - 1)
    return wanted.slice(0, -1).every((part, i) => part === '+' || part === parts[i])
  return wanted.length === parts.length && wanted.every((part, i) => part === '+' || part === parts[i])
}
