import { describe, expect, it } from 'vitest'
import { getBalance } from '../energy/balance.ts'
import { getCalendar } from '../energy/calendar.ts'
import { getGraph } from '../energy/charts.ts'
import { getApexChart, getSocData, getSocDataBare } from '../energy/charts-rows.ts'
import { getEvents } from '../energy/events.ts'
import { listFindings } from '../energy/findings.ts'
import { startUpdate } from '../firmware/updates.ts'
import { watchLive } from '../live/live.ts'
import { listAlerts } from '../messages/alerts.ts'
import { listMessages } from '../messages/messages.ts'
import type { Endpoint } from './endpoint.ts'

/** Returns what a call declares beyond its path, its fields and its response. */
const kindOf = ({ stream, multipart, cached, compressed }: Endpoint) => ({
  stream,
  multipart,
  cached,
  compressed,
})

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

  it.each<[string, Endpoint]>([
    ["today's balance", getBalance],
    ['findings', listFindings],
    ['messages', listMessages],
    ['alerts', listAlerts],
  ])('API-13 for %s is answered compressed', (_, call) => {
    expect(kindOf(call)).toEqual({ compressed: true })
  })

  it('DSH-07 for what is live is answered by a stream', () => {
    expect(kindOf(watchLive)).toEqual({ stream: true })
  })

  it('API-10 that starts an update carries a multipart form', () => {
    expect(kindOf(startUpdate)).toEqual({ multipart: 'only' })
  })
})
