export class BodyTooLong extends Error {}

/** Passes on a body until it has more than `most` bytes, then fails and stops reading. */
export function boundedBody(most: number) {
  let bytes = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > most) controller.error(new BodyTooLong('the response is too long'))
      else controller.enqueue(chunk)
    },
  })
}
