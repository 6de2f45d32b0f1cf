/** What became of one test, or of one check. */
export type Outcome = {
  readonly part: string
  /** From the root; empty for a check. */
  readonly file: string
  readonly title: string
  readonly passed: boolean
  readonly ms: number
  readonly messages: readonly string[]
  /** Files that tell more: log, picture, trace. */
  readonly evidence: readonly string[]
}

export const check = (part: string, passed: boolean, ms: number): Outcome => ({
  ...{ part, file: '', title: part, passed, ms, messages: [], evidence: [] },
})
