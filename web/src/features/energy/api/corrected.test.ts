import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { Day } from '@kellersonne/core/time/days'
import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { asOwner } from '../../../../test/dashboard.tsx'
import { BALANCE, balanceWire, FORECAST } from '../../../../test/energy/balance.ts'
import { calendar } from '../../../../test/energy/calendar.ts'
import { graph } from '../../../../test/energy/graph.ts'
import { tokenOf } from '../../../../test/identity/account.tsx'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { ApiError } from '../../../platform/client/client.ts'
import { beginSession } from '../../../platform/session.ts'
import { queryOf } from '../charts/model/queries.ts'
import { readSelection } from '../charts/model/selection.ts'
import { balanceOf } from './balance.ts'
import { monthOf } from './calendar.ts'
import { graphCopiedAt, graphOf } from './charts.ts'
import { correct, correctionsOf, undo } from './corrections.ts'
import { eventsOf } from './events.ts'
import { forecastOf } from './forecast.ts'

const sn = serialNumber.parse('1001')
const day = '2026-06-17' as Day
const { selection } = readSelection(new URLSearchParams({ date: day }), day)
const query = queryOf(selection, sn)
const form = { sn, kind: 'implausible', from: '2026-06-17T07:00:00Z', until: '2026-06-17T08:00:00Z' } as const
const made = {
  ...{ ...form, id: '5e2b2f7e-6a0c-4b64-9d0e-5a3c5d1f0a01', counter: null, before: null, after: null },
  ...{ made_at: '2026-06-18T09:00:00Z', undone_at: null },
}
const noForecast = {
  ...{ made_at: null, days: [], basis: null, outlook: null, outlook_gap: null },
  ...{ charge: null, bad_weather: null, weather: null, without: [] },
}
const measured = () =>
  [
    graphOf(query),
    eventsOf({ system: sn, from: day, until: day }),
    monthOf(sn, '2026-06-01' as Day),
    balanceOf(sn),
    forecastOf(sn),
  ] as const
const known = () => measured().map((one) => one.current() !== null)
const ALL = measured().map(() => true)
const NONE = measured().map(() => false)

function serveAll(answer: () => Response) {
  const parameters = (path: string) => new URLSearchParams(path.split('?')[1])
  return serve({
    '/api/auth/graph/': ({ path }) => json(graph(parameters(path))),
    '/api/auth/events/': () => json({ events: [], more: false }),
    '/api/auth/calendar/': () => json(calendar(sn, '2026-06-01', day)),
    [BALANCE]: () => json(balanceWire()),
    [FORECAST]: () => json(noForecast),
    '/api/auth/correction/': answer,
    [`/api/auth/correction/${made.id}/undo/`]: answer,
    '/api/auth/corrections/': () => json({ corrections: [] }),
  })
}

asOwner()
beforeEach(async () => {
  beginSession({ access: tokenOf('wagner'), refresh: 'r' }, false)
  serveAll(() => json(made))
  for (const one of measured()) await one.refresh()
  expect(known()).toEqual(ALL)
  expect(graphCopiedAt(query)).not.toBeNull()
})

describe('a correction', () => {
  it.each([
    ['made', () => correct(form)],
    ['undone', () => undo(made)],
  ])('ENE-11 %s here: nothing that was computed before counts as known', async (_, change) => {
    await change()
    expect([known(), graphCopiedAt(query)]).toEqual([NONE, null])
    expect(correctionsOf(sn).current()).toEqual(null)
  })

  it('ENE-11 whose answer is lost may have been made', async () => {
    serveAll(() => {
      throw new TypeError('Failed to fetch')
    })
    await expect(correct(form)).rejects.toThrow(ApiError)
    expect(known()).toEqual(NONE)
  })

  it('ENE-11 that was refused leaves the answer to be asked again too', async () => {
    serveAll(() => refusal('corrections_full'))
    await expect(correct(form)).rejects.toThrow('corrections_full')
    expect(known()).toEqual(NONE)
  })

  it('ENE-11 made in another tab counts here', async () => {
    const elsewhere = (newValue: string | null) => {
      if (newValue === null) localStorage.removeItem('corrected')
      else localStorage.setItem('corrected', newValue)
      window.dispatchEvent(
        new StorageEvent('storage', { key: 'corrected', newValue, storageArea: localStorage }),
      )
    }
    elsewhere(null)
    expect(known()).toEqual(ALL)
    elsewhere('2026-06-18T09:00:00Z')
    await waitFor(() => expect(known()).toEqual(NONE))
  })
})
