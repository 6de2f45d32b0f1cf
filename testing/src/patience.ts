/**
 * How long a test waits for what never comes. It is no measure of speed, which benchmarks show: on a machine kept busy
 * by others everything takes longer, and the verdict is the same.
 */
export const PATIENCE_MS = 60_000
