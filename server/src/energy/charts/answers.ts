import { getBatteryHealth } from '@kellersonne/contract/energy/battery-health'
import { type Calendar, getCalendar } from '@kellersonne/contract/energy/calendar'
import type { getGraph } from '@kellersonne/contract/energy/charts'
import { previewCorrection } from '@kellersonne/contract/energy/corrections'
import { getCounterJumps } from '@kellersonne/contract/energy/counters'
import { getEvents } from '@kellersonne/contract/energy/events'
import { getRunway } from '@kellersonne/contract/energy/forecast'
import type { WeatherProvider } from '@kellersonne/contract/energy/weather-source'
import type { Query } from '@kellersonne/contract/shared/endpoint'
import type { Range } from '@kellersonne/core/energy/charts'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Correction } from '@kellersonne/core/telemetry/corrections'
import type { Sql } from '../../platform/db/database.ts'
import { prepare } from '../../platform/http/mount.ts'
import type { Systems } from '../../systems/access.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { previewOf } from '../corrections/preview.ts'
import { runwayOf } from '../forecast/runway.ts'
import { runwayToWire } from '../forecast/wire.ts'
import { batteryHealthOf } from '../health/battery-health.ts'
import { calendarOf } from './calendar.ts'
import { eventsOf } from './events.ts'
import { graphOf } from './graph.ts'
import { jumpsOf } from './jumps.ts'
import { type Name, rowsOf } from './rows.ts'

/** A query about an owner's systems; ownership has already been checked. */
export type Question =
  | { readonly of: 'graph'; readonly systems: Systems; readonly asked: Query<typeof getGraph> }
  | { readonly of: 'calendar'; readonly systems: Systems; readonly sn: Calendar['sn']; readonly range: Range }
  | { readonly of: 'events'; readonly systems: Systems; readonly range: Range }
  | { readonly of: 'correction'; readonly system: OwnedSystem; readonly correction: Correction }
  | { readonly of: 'jumps'; readonly systems: Systems }
  | { readonly of: 'health'; readonly system: OwnedSystem; readonly asSent: boolean }
  | { readonly of: 'runway'; readonly system: OwnedSystem; readonly provider: WeatherProvider | null }
  | {
      readonly of: 'rows'
      readonly system: OwnedSystem
      readonly sn: SerialNumber
      readonly names: readonly Name[]
      readonly days: number
    }

/**
 * Resolves to the data of charts and calendar as JSON. Large numeric responses skip schema validation, as we have
 * just computed them.
 */
export async function answerOf(sql: Sql, question: Question, now: Date): Promise<string> {
  switch (question.of) {
    case 'graph':
      return JSON.stringify(await graphOf(sql, question.systems, question.asked, now))
    case 'calendar':
      return prepare(getCalendar, await calendarOf(sql, question.systems, question, now)).json
    case 'events':
      return prepare(getEvents, await eventsOf(sql, question.systems, question.range, now)).json
    case 'correction':
      return prepare(previewCorrection, await previewOf(sql, question.system, question.correction, now)).json
    case 'jumps':
      return prepare(getCounterJumps, await jumpsOf(sql, question.systems, now)).json
    case 'health':
      return prepare(getBatteryHealth, await batteryHealthOf(sql, question.system, question.asSent, now)).json
    case 'runway': {
      const found = await runwayOf(sql, question.system, now, question.provider)
      return prepare(getRunway, { runway: found && runwayToWire(found) }).json
    }
    case 'rows': {
      const { system, sn, names, days } = question
      return JSON.stringify({ [sn]: await rowsOf(sql, system, names, days, now) })
    }
  }
}
