import type { CustomFetch } from 'openid-client'
import { boundedBody } from '../../platform/http/bounded-body.ts'

/** Far more than any provider's metadata, keys, tokens or claims take. */
const MAX_BYTES = 1024 * 1024

/** Fetches from the provider, of whose responses no more than a megabyte is read. */
export const boundedFetch: CustomFetch = async (url, { body = null, ...options }) => {
  const response = await fetch(url, { ...options, body })
  return new Response(response.body?.pipeThrough(boundedBody(MAX_BYTES)), response)
}
