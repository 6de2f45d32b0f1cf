/** Environment variable that holds the folder of a test run and marks every process that belongs to the run. */
export const RUN = 'KELLERSONNE_TEST_RUN'

/** Returns the folder of this process's run; null outside one, as when an editor runs a single test. */
export const runFolder = (): string | null => process.env[RUN] ?? null

/**
 * Builds the environment of a process under test: what it needs to find programs, the mark of the run, and none of
 * the developer's settings.
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE', RUN]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
