/** The variable whose value, the folder of a test run, marks every process that belongs to the run. */
export const RUN = 'KELLERSONNE_TEST_RUN'

/** The folder of the run that this process belongs to; null outside one, as when an editor runs a single test. */
export const runFolder = (): string | null => process.env[RUN] ?? null

/** The environment for a process under test: what finds programs and marks the run, and none of the developer's settings. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE', RUN]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
