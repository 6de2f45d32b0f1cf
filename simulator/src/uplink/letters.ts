import type { Letter } from './link.ts'

const MAX_LETTERS = 200

/** States and outcomes in order, kept until acknowledged; if there are too many, the oldest are dropped. */
export function openLetters(kept: readonly Letter[], send: (letter: Letter, onAck: () => void) => void) {
  let letters = [...kept]
  const sent = new Set<Letter>()
  function post() {
    for (const letter of letters) {
      if (sent.has(letter)) continue
      sent.add(letter)
      send(letter, () => {
        letters = letters.filter((other) => other !== letter)
        sent.delete(letter)
      })
    }
  }
  return {
    kept: () => letters,
    add(added: readonly Letter[]) {
      letters = [...letters, ...added].slice(-MAX_LETTERS)
    },
    post,
    /** The connection is gone: what was in flight is sent again. */
    putBack: () => sent.clear(),
  }
}
