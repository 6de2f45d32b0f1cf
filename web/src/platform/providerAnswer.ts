/** The second provider's authorization response in a query string (RFC 6749, 4.1.2); null if there is none. */
export function providerAnswer(search: string): string | null {
  const query = new URLSearchParams(search)
  return query.has('code') || query.has('error') ? search : null
}
