import {
  getPlace,
  placeOfForm,
  removePlace,
  type SystemPlace,
  setPlace,
} from '@kellersonne/contract/energy/place'
import { type Place, regionOf } from '@kellersonne/core/systems/place'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { type Caller, systemAccess } from '../../systems/access.ts'
import { placeStore } from '../../systems/place-store.ts'
import { announceSystems } from '../../telemetry/readings/system-changed.ts'
import { type WeatherConfig, weatherSourceOf } from '../weather/provider.ts'
import { weatherStore } from '../weather/store.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  readonly config: WeatherConfig
}

/** Mounts the routes by which owners say where their systems stand. */
export function places(api: Api, { db, now, secret, config }: Deps): void {
  const limits = rateLimits(db, deriveKey(secret, 'attempt'))
  const weather = weatherSourceOf(config)
  const toWire = (timeZone: string, place: Place | null): SystemPlace => ({
    place,
    region: regionOf(timeZone, place),
    weather,
  })

  /** Of two windows that say so at once, the last one counts. */
  async function put(caller: Caller, sn: SerialNumber, place: Place | null): Promise<SystemPlace> {
    await limits.begin([{ limit: 'place', who: caller.owner }], now())
    return db.transaction(async (sql) => {
      const system = await systemAccess(sql).hold(caller, 'control', sn)
      await placeStore(sql).set(system.id, place)
      if (place && weather) await weatherStore(sql).want(place, now())
      await announceSystems(sql, [system.id])
      return toWire(system.time_zone, place)
    })
  }

  mount(api, getPlace, async ({ caller, query: { sn } }) => {
    const system = await systemAccess(db).one(caller, 'control', sn)
    return toWire(system.time_zone, await placeStore(db).of(system))
  })
  mount(api, setPlace, ({ caller, form }) => put(caller, form.sn, placeOfForm(form)))
  mount(api, removePlace, ({ caller, form: { sn } }) => put(caller, sn, null))
}
