import { ApiError } from '../../platform/http/api-error.ts'

/** A byte range; both ends are inclusive. */
export type ByteRange = { readonly start: number; readonly end: number }

const SINGLE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * Parses a Range header for a file of `size` bytes (RFC 9110, 14.2); null means the whole file, also for a header we
 * need not support. Throws `ApiError` range_invalid if the range is outside the file.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | null {
  const [, from = '', to = ''] = SINGLE.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null
  if (start > end) throw new ApiError('range_invalid')
  return { start, end }
}
