import type { SerialNumber } from '@kellersonne/core/systems/systems'

/** The page's address for a system; null = the selected one. */
export const qualityAddress = (sn: SerialNumber | null) =>
  sn === null ? '/forecast-quality' : `/forecast-quality?sn=${sn}`
