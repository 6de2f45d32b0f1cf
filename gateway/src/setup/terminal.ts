import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { Writable as Sink } from 'node:stream'

/** A conversation with whoever sets up the gateway. `secret` shows nothing of what is typed. */
export type Terminal = {
  readonly say: (line: string) => void
  /** Resolves to what is typed, without spaces around it. Rejects when the input ends. */
  readonly ask: (question: string) => Promise<string>
  readonly secret: (question: string) => Promise<string>
  readonly close: () => void
}

export function openTerminal(input: Readable, output: Writable, isTerminal: boolean): Terminal {
  let hidden = false
  const shown = new Sink({
    write(chunk, _encoding, done) {
      if (!hidden) output.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input, output: shown, terminal: isTerminal })
  const waiting = new AbortController()
  lines.once('close', () => waiting.abort(new Error('the input has ended')))
  const ask = async (question: string) => (await lines.question(question, { signal: waiting.signal })).trim()
  return {
    say: (line) => output.write(`${line}\n`),
    ask,
    async secret(question) {
      output.write(question)
      hidden = isTerminal
      try {
        return await ask('')
      } finally {
        hidden = false
        if (isTerminal) output.write('\n')
      }
    },
    close: () => lines.close(),
  }
}
