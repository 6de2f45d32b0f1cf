import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

type Fields = z.ZodMiniObject
/** One HTTP call, described once: validation on both sides, types and documentation derive from it (API-13). */
export type Endpoint = {
  readonly method: 'GET' | 'POST'
  /** Parts in braces name `params` (RFC 6570). */
  readonly path: string
  /** One sentence for the API's documentation. */
  readonly summary: string
  /** Only the update service accepts the cookie. */
  readonly auth: 'bearer' | 'cookie' | 'none'
  /** Path parameters; 404 if they are invalid. */
  readonly params?: Fields
  readonly query?: Fields
  /** Form-encoded (API-01). */
  readonly form?: Fields
  /** The form is `multipart/form-data` (API-10), or may be. */
  readonly multipart?: 'only' | 'accepted'
  /** Multipart with one file in this field; the handler gets its bytes. A larger file fails with `tooBig`. */
  readonly upload?: { readonly field: string; readonly maxBytes: number; readonly tooBig: ErrorCode }
  /** JSON; for a stream of server-sent events, what its `data:` lines carry. */
  readonly response: z.ZodMiniType
  readonly stream?: true
  /** Media type of a response that is not JSON. */
  readonly download?: string
  /**
   * Responses are compressed if the caller accepts it, and carry an ETag so that an unchanged one is not sent again.
   */
  readonly cached?: true
  /** Responses are compressed if the caller accepts it and it makes them smaller. */
  readonly compressed?: true
  /** A status other than 200 that also carries the response. */
  readonly also?: number
  /** Errors beyond those that every call can return. */
  readonly errors: readonly ErrorCode[]
}

export type Params<E extends Endpoint> = E extends { params: infer P extends Fields }
  ? z.output<P>
  : undefined
export type Query<E extends Endpoint> = E extends { query: infer Q extends Fields } ? z.output<Q> : undefined
export type Form<E extends Endpoint> = E extends { form: infer F extends Fields } ? z.output<F> : undefined
/** What a caller passes: values as in the URL or the form, or the file. */
export type Sent<E extends Endpoint> = (E extends { params: infer P extends Fields }
  ? { params: z.input<P> }
  : { params?: never }) &
  (E extends { query: infer Q extends Fields } ? { query: z.input<Q> } : { query?: never }) &
  (E extends { form: infer F extends Fields } ? { form: z.input<F> } : { form?: never }) &
  (E extends { upload: object } ? { file: Blob } : { file?: never })
export type Answer<E extends Endpoint> = z.output<E['response']>

export const endpoint = <const E extends Endpoint>(description: E): E => description
