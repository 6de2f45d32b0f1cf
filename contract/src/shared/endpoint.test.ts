import { describe, expect, it } from 'vitest'
import { getCalendar } from '../energy/calendar.ts'
import { getGraph } from '../energy/charts.ts'
import { getApexChart, getSocData, getSocDataBare } from '../energy/charts-rows.ts'
import { getEvents } from '../energy/events.ts'
import { startUpdate } from '../firmware/updates.ts'
import { watchLive } from '../live/live.ts'
import type { Endpoint } from './endpoint.ts'

/** Returns what a call declares beyond its path, its fields and its response. */
const kindOf = ({ stream, multipart, cached }: Endpoint) => ({ stream, multipart, cached })

describe('a call', () => {
  it.each<[string, Endpoint]>([
    ['the graph', getGraph],
    ['powers', getApexChart],
    ['the state of charge', getSocData],
    ['the state of charge, as older callers spell it', getSocDataBare],
    ['the calendar', getCalendar],
    ['events', getEvents],
  ])('API-04 for %s is answered compressed, and anew only where something has changed', (_, call) => {
    expect(kindOf(call)).toEqual({ cached: true })
  })

  it('DSH-07 for what is live is answered by a stream', () => {
    expect(kindOf(watchLive)).toEqual({ stream: true })
  })

  it('API-10 that starts an update carries a multipart form', () => {
    expect(kindOf(startUpdate)).toEqual({ multipart: 'only' })
  })
})
