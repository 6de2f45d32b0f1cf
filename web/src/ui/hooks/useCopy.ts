import { useState } from 'react'

/** Copies texts; `outcome` is that of the last attempt, null before the first. */
export function useCopy(): {
  readonly outcome: 'copied' | 'notCopied' | null
  readonly copy: (text: string) => void
} {
  const [outcome, setOutcome] = useState<'copied' | 'notCopied' | null>(null)
  // There is no clipboard on a page that was not loaded over https.
  const copy = (text: string) =>
    void Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(
        () => setOutcome('copied'),
        () => setOutcome('notCopied'),
      )
  return { outcome, copy }
}
