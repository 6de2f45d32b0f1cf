const code = (sign: string) => sign.charCodeAt(0)
const [QUOTE, ESCAPE, COMMA] = [code('"'), code('\\'), code(',')]
export const OPENING = new Set([...'[{'].map(code))
const CLOSING = new Set([...']}'].map(code))

/** How each byte outside of strings is read. A table, since every byte of every message is looked up in it. */
const [PLAIN, TEXT, OPEN, CLOSE, SEPARATOR] = [0, 1, 2, 3, 4]
const kinds = Uint8Array.from({ length: 256 }, (_, sign) => {
  if (sign === QUOTE) return TEXT
  if (sign === COMMA) return SEPARATOR
  return OPENING.has(sign) ? OPEN : CLOSING.has(sign) ? CLOSE : PLAIN
})

type Visit = (sign: number, at: number, depth: number) => void

/** Returns where the string ends that begins after `from`: at its quotation mark, or at the end of the bytes. */
function endOfText(json: Uint8Array, from: number): number {
  let at = from
  while (at < json.length && json[at] !== QUOTE) at += json[at] === ESCAPE ? 2 : 1
  return at
}

/** Calls `visit` with the depth of each bracket and comma outside of strings. All of them are one byte in UTF-8. */
export function scan(json: Uint8Array, visit: Visit) {
  let depth = 0
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at] ?? 0
    const kind = kinds[sign]
    if (kind === PLAIN) continue
    if (kind === TEXT) at = endOfText(json, at + 1)
    else if (kind === OPEN) visit(sign, at, ++depth)
    else if (kind === CLOSE) visit(sign, at, depth--)
    else visit(sign, at, depth)
  }
}

/**
 * Returns the nesting depth and the number of brackets and commas. Runs before anything is parsed, so it also accepts
 * invalid JSON.
 */
export function shapeOf(json: Uint8Array) {
  let [depth, signs] = [0, 0]
  scan(json, (_sign, _at, deep) => {
    if (deep > depth) depth = deep
    signs += 1
  })
  return { depth, signs }
}
