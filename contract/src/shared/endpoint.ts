import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

type Fields = z.ZodMiniObject
/** One HTTP call, described once: both sides are validated, typed and documented from it (API-13). */
export type Endpoint = {
  readonly method: 'GET' | 'POST'
  /** A part in braces is one of `params` (RFC 6570). */
  readonly path: string
  /** One sentence for the API's documentation. */
  readonly summary: string
  /** The update service alone takes the cookie. */
  readonly auth: 'bearer' | 'cookie' | 'none'
  /** What the path carries; where it does not fit there is nothing to be found. */
  readonly params?: Fields
  readonly query?: Fields
  /** Form-encoded (API-01). */
  readonly form?: Fields
  /** The form is `multipart/form-data` (API-10). */
  readonly multipart?: true
  /** Multipart with one file in this field; the handler gets its bytes. One that has more is `tooBig`. */
  readonly upload?: { readonly field: string; readonly maxBytes: number; readonly tooBig: ErrorCode }
  /** JSON; a stream of server-sent events is described by what its `data:` lines carry. */
  readonly response: z.ZodMiniType
  readonly stream?: true
  /** The media type of an answer that is no JSON. */
  readonly download?: string
  /** Answers are compressed where the caller takes that, and bear an ETag by which an unchanged one need not be sent again. */
  readonly cached?: true
  /** A status other than 200 that carries the response too. */
  readonly also?: number
  /** What can go wrong beyond what every call can answer. */
  readonly errors: readonly ErrorCode[]
}

export type Params<E extends Endpoint> = E extends { params: infer P extends Fields }
  ? z.output<P>
  : undefined
export type Query<E extends Endpoint> = E extends { query: infer Q extends Fields } ? z.output<Q> : undefined
export type Form<E extends Endpoint> = E extends { form: infer F extends Fields } ? z.output<F> : undefined
/** What a caller passes: everything as it stands in the address or the form, or the file. */
export type Sent<E extends Endpoint> = (E extends { params: infer P extends Fields }
  ? { params: z.input<P> }
  : { params?: never }) &
  (E extends { query: infer Q extends Fields } ? { query: z.input<Q> } : { query?: never }) &
  (E extends { form: infer F extends Fields } ? { form: z.input<F> } : { form?: never }) &
  (E extends { upload: object } ? { file: Blob } : { file?: never })
export type Answer<E extends Endpoint> = z.output<E['response']>

export const endpoint = <const E extends Endpoint>(description: E): E => description
