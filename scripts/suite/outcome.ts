/** The outcome of a test or a check. */
export type Outcome = {
  readonly part: string
  /** Relative to the root; empty for a check. */
  readonly file: string
  readonly title: string
  readonly passed: boolean
  readonly ms: number
  readonly messages: readonly string[]
  /** Further files: log, screenshot, trace. */
  readonly evidence: readonly string[]
}

export const check = (part: string, passed: boolean, ms: number): Outcome => ({
  ...{ part, file: '', title: part, passed, ms, messages: [], evidence: [] },
})
