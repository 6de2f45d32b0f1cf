const code = (sign: string) => sign.charCodeAt(0)
const [QUOTE, ESCAPE, COMMA] = [code('"'), code('\\'), code(',')]
export const OPENING = new Set([...'[{'].map(code))
const CLOSING = new Set([...']}'].map(code))

type Visit = (sign: number, at: number, depth: number) => void

/** Calls `visit` with the depth of each bracket and comma outside of strings. All of them are one byte in UTF-8. */
export function scan(json: Uint8Array, visit: Visit) {
  let depth = 0
  let inText = false
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at] ?? 0
    if (inText) {
      if (sign === ESCAPE) at += 1
      else if (sign === QUOTE) inText = false
    } else if (sign === QUOTE) inText = true
    else if (OPENING.has(sign)) visit(sign, at, ++depth)
    else if (CLOSING.has(sign)) visit(sign, at, depth--)
    else if (sign === COMMA) visit(sign, at, depth)
  }
}

/**
 * Returns the nesting depth and the number of brackets and commas. Runs before anything is parsed, so it also accepts
 * invalid JSON.
 */
export function shapeOf(json: Uint8Array) {
  let [depth, signs] = [0, 0]
  scan(json, (_sign, _at, deep) => {
    depth = Math.max(depth, deep)
    signs += 1
  })
  return { depth, signs }
}
