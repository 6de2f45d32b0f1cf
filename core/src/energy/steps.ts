/** Long work that pauses often, so that whoever runs it may let others go first; it returns its result. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Does all steps at once. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
