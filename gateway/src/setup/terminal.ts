import { createInterface } from 'node:readline'
import { type Readable, Writable } from 'node:stream'
import { printableLines } from '@kellersonne/contract/shared/printable'
import { SettingsFault } from '../settings/fault.ts'

/** Questions and answers of a setup. `secret` does not echo what is typed. */
export type Terminal = {
  readonly print: (line: string) => void
  /** Resolves to the trimmed line. Rejects with a `SettingsFault` when the input ends. */
  readonly ask: (question: string) => Promise<string>
  readonly secret: (question: string) => Promise<string>
  readonly close: () => void
}
type Waiting = { readonly resolve: (line: string) => void; readonly reject: (error: Error) => void }

/** Lines may be typed ahead, or come from a file. `isTerminal`: what is typed is echoed here. */
export function openTerminal(input: Readable, output: Writable, isTerminal: boolean): Terminal {
  let hidden = false
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) output.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input, output: echo, terminal: isTerminal })
  const typed: string[] = []
  let waiting: Waiting | null = null
  let ended = false
  lines.on('line', (line) => {
    if (waiting) waiting.resolve(line)
    else typed.push(line)
    waiting = null
  })
  lines.once('close', () => {
    ended = true
    waiting?.reject(new SettingsFault('The input has ended. What was saved so far is kept.'))
  })
  const next = () =>
    new Promise<string>((resolve, reject) => {
      const line = typed.shift()
      if (line !== undefined) resolve(line)
      else if (ended) reject(new SettingsFault('The input has ended. What was saved so far is kept.'))
      else waiting = { resolve, reject }
    })
  async function ask(question: string): Promise<string> {
    // The terminal redraws the line while it is edited, including the question.
    lines.setPrompt(hidden ? '' : question)
    if (hidden || !isTerminal) output.write(question)
    else lines.prompt()
    return (await next()).trim()
  }
  return {
    print: (line) => output.write(`${printableLines(line)}\n`),
    ask,
    async secret(question) {
      hidden = isTerminal
      try {
        return await ask(question)
      } finally {
        hidden = false
        if (isTerminal) output.write('\n')
      }
    },
    close: () => lines.close(),
  }
}
