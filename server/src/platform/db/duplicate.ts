const UNIQUE_VIOLATION = '23505'

/** True for the error of a statement that would have stored a second row of something that is unique. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION
