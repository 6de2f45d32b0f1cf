import { type ErrorCode, errors, type FieldRule, type Problem } from '@kellersonne/contract/shared/errors'

type Detail = { readonly fields?: Readonly<Record<string, FieldRule>>; readonly retryAfter?: number }

/** An error response with a code of the closed list. `retryAfter` in seconds. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly detail: Detail

  constructor(code: ErrorCode, detail: Detail = {}) {
    super(code)
    this.code = code
    this.detail = detail
  }
}

/** For what anybody may ask for as often as they like: made once, as an error's stack costs more than the answer. */
export const notFound = new ApiError('not_found')

export const PROBLEM = 'application/problem+json'

/** Returns the error in wire format (RFC 9457). */
export const problemOf = ({ code, detail }: ApiError): Problem => ({
  type: 'about:blank',
  title: code,
  status: errors[code],
  code,
  ...(detail.fields && { errors: { ...detail.fields } }),
  ...(detail.retryAfter !== undefined && { retry_after: detail.retryAfter }),
})
