import { ApiError } from '../../platform/http/api-error.ts'

/** Bytes from `start` to `end`, both of them included. */
export type Span = { readonly start: number; readonly end: number }

const SINGLE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * The part of `size` bytes that a Range header asks for (RFC 9110, 14.2); null for all of it, also where it asks for
 * what we need not understand. Throws range_invalid where there is no such part.
 */
export function readRange(header: string | undefined, size: number): Span | null {
  const [, from = '', to = ''] = SINGLE.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null
  if (start > end) throw new ApiError('range_invalid')
  return { start, end }
}
