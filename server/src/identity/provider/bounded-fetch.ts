import type { CustomFetch } from 'openid-client'

/** Far more than any provider's metadata, keys, tokens or claims take. */
const MAX_BYTES = 1024 * 1024

/** Passes on a body until it has more than `most` bytes, then fails and stops reading. */
function bounded(most: number) {
  let bytes = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > most) controller.error(new Error('the response is too long'))
      else controller.enqueue(chunk)
    },
  })
}

/** Fetches from the provider, of whose responses no more than a megabyte is read. */
export const boundedFetch: CustomFetch = async (url, { body = null, ...options }) => {
  const response = await fetch(url, { ...options, body })
  return new Response(response.body?.pipeThrough(bounded(MAX_BYTES)), response)
}
