import { learnLoad } from '@kellersonne/core/energy/forecast/house/learn'
import { loadForecast } from '@kellersonne/core/energy/forecast/load'
import { pvForecast } from '@kellersonne/core/energy/forecast/pv'
import { learnPv } from '@kellersonne/core/energy/forecast/sun/learn'
import type { Kind } from './walk.ts'

/** Of PV bands are judged by day: where the last 30 days have yielded more than 5 % of their highest. */
const LIT = 0.05

export const kinds = {
  pv: { clock: 'sun', forecast: pvForecast, learn: learnPv, isLit: (most, peak) => most > LIT * peak },
  load: { clock: 'wall', forecast: loadForecast, learn: learnLoad, isLit: () => true },
} as const satisfies Record<string, Kind>
