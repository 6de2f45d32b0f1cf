/**
 * How long a test waits before it gives up. This does not measure speed, as benchmarks do: on a busy machine
 * everything takes longer, and the verdict is the same.
 */
export const TEST_TIMEOUT_MS = 60_000
