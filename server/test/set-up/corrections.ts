import { graph, valuesOf } from '@kellersonne/contract/energy/charts'
import { correction, listCorrections } from '@kellersonne/contract/energy/corrections'
import { getEvents } from '@kellersonne/contract/energy/events'
import { wattHours, watts } from '@kellersonne/core/units/units'
import { beforeAll, beforeEach } from 'vitest'
import { storeBatch } from '../../src/app/roles/store-batch.ts'
import { SN, setUpCharts } from './charts.ts'

const PV_ONLY = { gridVoltage: null, grid: null, pv: watts(1000), battery: null, soc: null, output: null }
const day = { interval: 'Day', resolution: 'hour', from_date: '2026-05-10', series: 'm4,energies' }

/** An instant of the day that is corrected. */
export const at = (time: string) => `2026-05-10T${time}:00.000Z`
/** Forms of corrections: a time that is implausible, a counter's value. */
export const wrong = (from: string, until: string, more = {}) => ({
  ...{ sn: SN, kind: 'implausible', from: at(from), until: at(until) },
  ...more,
})
export const shown = (time: string, values: { before?: string; after?: string }) => ({
  ...{ sn: SN, kind: 'value', counter: 'pv', from: at(time) },
  ...values,
})

/** A sealed day with 1 kW of PV from 8 to 13 o'clock UTC; at 10:30 a new meter begins at 5 Wh. No correction at first. */
export function setUpCorrections() {
  const charts = setUpCharts()
  const { api, systems, seal, ask, post } = charts
  const graphOf = async (more: Record<string, string> = {}) =>
    graph.parse((await ask('/api/auth/graph/', { sn: SN, ...day, ...more })).json())
  /** The PV energies of the day's hours that are known, by hour in UTC. */
  async function hours(): Promise<Record<number, number>> {
    const { energies, steps } = await graphOf({ method: 'sum' })
    const start = new Date(steps[0]?.from ?? '').getTime()
    const values = valuesOf(energies?.pv ?? { per: 1, deltas: [] })
    return Object.fromEntries(
      values.flatMap((value, i) =>
        value === null ? [] : [[new Date(start + i * 3_600_000).getUTCHours(), value]],
      ),
    )
  }
  const make = async (form: Record<string, string>) =>
    correction.parse((await post('/api/auth/correction/', form)).json())
  const undo = (id: string) => post(`/api/auth/correction/${id}/undo/`, {})
  const listed = async () =>
    listCorrections.response.parse((await ask('/api/auth/corrections/', { sn: SN })).json()).corrections

  const events = async () => {
    const query = { sn: SN, from_date: '2026-05-10', until_date: '2026-05-11' }
    const answer = await ask('/api/auth/events/', query)
    return getEvents.response.parse(answer.json()).events.filter(({ kind }) => kind === 'correction')
  }

  beforeAll(async () => {
    const [system = 0] = systems()
    const none = wattHours(0)
    const items = Array.from({ length: 61 }, (_, i) => {
      const minute = i * 5
      const pv = wattHours(minute < 150 ? 7000 + (minute * 1000) / 60 : 5 + ((minute - 150) * 1000) / 60)
      const counters = { pv, import: none, feedIn: none, charge: none, discharge: none }
      const time = new Date(Date.parse(at('08:00')) + minute * 60_000)
      return {
        kind: 'reading' as const,
        ...{ system, receivedAt: api().now() },
        reading: { ...PV_ONLY, at: time, counters },
      }
    })
    await storeBatch(api().db, items)
    await seal()
  })
  beforeEach(async () => {
    await api().db.run('delete from correction')
  })

  return { ...charts, graphOf, hours, make, undo, listed, events }
}
