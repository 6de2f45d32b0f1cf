const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** More entries than this are cut: an example shows their shape, not all of them. */
const MOST_ENTRIES = 12
const ENTRIES_LEFT = 3

/** What is drawn at random, or too long to read, by the field that holds it. */
const placeholders: Readonly<Record<string, string>> = {
  access: 'eyJhbGciOiJFZERTQSJ9.…',
  jws: 'eyJhbGciOiJFZERTQSJ9.…',
  refresh: 'tZ3kQ0…',
  ticket: 'v1.Yx2m…',
  pairing_code: '7Q4KM-2XB9T',
  key: 'BGsX0f…',
  p256dh: `B${'p'.repeat(86)}`,
  secret: 's'.repeat(43),
  token: 'q7Rf1c…',
  query: '?code=h8Kx…&state=Zp4n',
  url: 'https://id.example/auth?client_id=kellersonne&state=Zp4n',
}

/** Columns are not cut: each has a value for every step. */
const cut = (list: readonly unknown[], field: string) =>
  list.length > MOST_ENTRIES && field !== 'deltas' ? list.slice(0, ENTRIES_LEFT) : list

/**
 * Returns a function that replaces what differs from run to run in JSON values: ids by numbered ones, the same id always
 * by the same, and secrets by placeholders. Long lists are cut.
 */
export function stabilizer() {
  const ids = new Map<string, string>()
  const idOf = (id: string) => {
    const known = ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`
    ids.set(id, known)
    return known
  }
  const textOf = (text: string) => text.replaceAll(UUID, idOf)

  return function stable(value: unknown, field = ''): unknown {
    if (typeof value === 'string') return placeholders[field] ?? textOf(value)
    if (Array.isArray(value)) return cut(value, field).map((one) => stable(one, field))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, stable(one, name)]))
  }
}
