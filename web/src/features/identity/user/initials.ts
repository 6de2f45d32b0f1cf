/** Up to two initials for an e-mail address: "JW" for j.wagner@example.de. */
export function initials(email: string): string {
  const [name = ''] = email.split('@')
  const words = name.split(/[^\p{L}]+/u).filter(Boolean)
  const [first = name, ...others] = words
  return [first, others.at(-1) ?? '']
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
