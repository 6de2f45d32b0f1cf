/**
 * What is remembered of one system and kind (PV or load) between forecasts, updated once a day by `learn`; plain JSON, a
 * few kB. To be dropped when the system changes hands, and rebuilt from its quarters whenever missing.
 */
export type Memory = {
  readonly version: 1
  /** The last local day it has learnt from; null = none yet. */
  readonly learnt: string | null
  readonly [more: string]: unknown
}
