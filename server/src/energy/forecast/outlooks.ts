import type { WeatherProvider } from '@kellersonne/contract/energy/weather-source'
import type { AlertStorm } from '@kellersonne/contract/messages/alerts'
import { badWeather } from '@kellersonne/core/energy/forecast/bad-weather'
import { type Outlook, socForecast } from '@kellersonne/core/energy/forecast/charge'
import { type Storm, socAt } from '@kellersonne/core/energy/outlook/storm'
import { isCalibrated, sunlessDays } from '@kellersonne/core/energy/outlook/sunless'
import { outlookOf } from '@kellersonne/core/live/today'
import { outlookStore } from '../../messages/alerts/outlook-store.ts'
import { settingStore } from '../../messages/alerts/setting-store.ts'
import type { Sql } from '../../platform/db/database.ts'
import { systemAccess } from '../../systems/access.ts'
import { currentValues } from '../current.ts'
import type { Owned } from './store.ts'
import type { SystemForecast } from './stored-forecast.ts'
import { stormsAhead } from './storms.ts'

/** Resolves to the outlook of a system's battery, by a forecast whose bands hold their own record; null if there is none. */
async function batteryOutlook(
  sql: Sql,
  owner: string,
  { system, pv, load, efficiency }: SystemForecast,
  now: Date,
): Promise<Outlook | null> {
  if (!isCalibrated(pv) || !isCalibrated(load)) return null
  const owned = (await systemAccess(sql).all({ owner }, 'see')).find(({ id }) => id === system)
  const [found] = owned ? await currentValues(sql, [owned]) : []
  if (!found) return null
  const outlook = outlookOf(found.current, { pv: pv.days, load: load.days, efficiency }, now)
  return typeof outlook === 'string' ? null : outlook
}

function stormToWire({ gust, gustAt, beginsAt, endsAt }: Storm, outlook: Outlook | null): AlertStorm {
  const soc = outlook && socAt(socForecast(outlook) ?? [], beginsAt)
  return {
    gust,
    gust_at: gustAt.toISOString(),
    begins_at: beginsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    soc: soc && Math.round(soc),
  }
}

type Scene = {
  /** Whose forecasts they are. */
  readonly owned: readonly Owned[]
  /** Whose weather may be used; null: nobody's. */
  readonly provider: WeatherProvider | null
  readonly now: Date
}

/**
 * Records what forecasts show of the coming days, for alerts: only where the owner wants to be notified, and of PV, load and
 * state of charge only by forecasts whose bands hold their own record.
 */
export async function keepOutlooks(
  sql: Sql,
  made: readonly SystemForecast[],
  { owned, provider, now }: Scene,
): Promise<void> {
  const wanted = await settingStore(sql).wanting(
    'outlook',
    made.map(({ system }) => system),
  )
  if (wanted.length === 0) return
  const owners = new Map(wanted.map(({ system, owner }) => [system, owner]))
  const storms = await stormsAhead(
    sql,
    owned.filter(({ id }) => owners.has(id)),
    provider,
    now,
  )
  const outlooks = outlookStore(sql)
  for (const forecast of made) {
    const { system, pv, load } = forecast
    const owner = owners.get(system)
    if (owner === undefined) continue
    const sunless = sunlessDays(pv, load)
    if (sunless) await outlooks.put({ system, cause: 'winter', details: sunless }, now)
    const outlook = await batteryOutlook(sql, owner, forecast, now)
    const at = outlook && badWeather(outlook)?.emptyAt
    if (at) await outlooks.put({ system, cause: 'empty', details: { empty_at: at.toISOString() } }, now)
    const storm = storms.get(system)
    if (storm)
      await outlooks.put({ system, cause: 'storm', details: { storm: stormToWire(storm, outlook) } }, now)
  }
}
