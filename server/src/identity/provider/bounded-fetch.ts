import type { CustomFetch } from 'openid-client'
import { boundedBody } from '../../platform/http/bodies/bounded-body.ts'

/** Several times what providers' metadata, keys, tokens and claims take; parsing and copying more would take others' time. */
const MAX_BYTES = 64 * 1024

/** Fetches from the provider, of whose responses no more than 64 KiB are read. */
export const boundedFetch: CustomFetch = async (url, { body = null, ...options }) => {
  const response = await fetch(url, { ...options, body })
  return new Response(response.body?.pipeThrough(boundedBody(MAX_BYTES)), response)
}
