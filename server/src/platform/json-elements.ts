import { OPENING, scan } from '@kellersonne/contract/shared/json-shape'

/** Splits a JSON array into its elements, each byte for byte. */
export function elementsOf(json: Buffer): Buffer[] {
  const elements: Buffer[] = []
  let from = 0
  scan(json, (sign, at, depth) => {
    if (depth !== 1) return
    if (!OPENING.has(sign)) elements.push(json.subarray(from, at))
    from = at + 1
  })
  return elements
}
