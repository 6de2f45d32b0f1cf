import { badWeather } from '@kellersonne/core/energy/forecast/bad-weather'
import { isCalibrated, sunlessDays } from '@kellersonne/core/energy/outlook/sunless'
import { outlookOf } from '@kellersonne/core/live/today'
import { outlookStore } from '../../messages/alerts/outlook-store.ts'
import { settingStore } from '../../messages/alerts/setting-store.ts'
import type { Sql } from '../../platform/db/database.ts'
import { systemAccess } from '../../systems/access.ts'
import { currentValues } from '../current.ts'
import type { SystemForecast } from './stored-forecast.ts'

/** Resolves to when a system's battery runs empty by its forecast; null if it does not, or nobody knows. */
async function emptyAt(sql: Sql, owner: string, { system, pv, load, efficiency }: SystemForecast, now: Date) {
  const owned = (await systemAccess(sql).all({ owner }, 'see')).find(({ id }) => id === system)
  const [found] = owned ? await currentValues(sql, [owned]) : []
  if (!found) return null
  const outlook = outlookOf(found.current, { pv: pv.days, load: load.days, efficiency }, now)
  return typeof outlook === 'string' ? null : (badWeather(outlook)?.emptyAt ?? null)
}

/**
 * Records what forecasts show of the coming days, for alerts: only where the owner wants to be notified, and of forecasts whose
 * bands hold their own record.
 */
export async function keepOutlooks(sql: Sql, made: readonly SystemForecast[], now: Date): Promise<void> {
  const known = made.filter(({ pv, load }) => isCalibrated(pv) && isCalibrated(load))
  const wanted = await settingStore(sql).wanting(
    'outlook',
    known.map(({ system }) => system),
  )
  const owners = new Map(wanted.map(({ system, owner }) => [system, owner]))
  for (const forecast of known) {
    const { system, pv, load } = forecast
    const owner = owners.get(system)
    if (owner === undefined) continue
    const sunless = sunlessDays(pv, load)
    if (sunless) await outlookStore(sql).put({ system, cause: 'winter', details: sunless }, now)
    const at = await emptyAt(sql, owner, forecast, now)
    if (at)
      await outlookStore(sql).put({ system, cause: 'empty', details: { empty_at: at.toISOString() } }, now)
  }
}
