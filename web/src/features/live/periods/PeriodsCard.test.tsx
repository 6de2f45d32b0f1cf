import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { asOwner, lastSeen, openPage, plain } from '../../../../test/dashboard.tsx'
import { graph } from '../../../../test/energy/graph.ts'
import { json, refusal } from '../../../../test/wire.ts'
import { setServerClock } from '../../../platform/clock/serverClock.ts'
import { LivePage } from '../LivePage.tsx'
import { PeriodsCard } from './PeriodsCard.tsx'

asOwner()

const GRAPH = '/api/auth/graph/'
const Page = () => (
  <LivePage loading={null} banners={false}>
    {({ view }) => <PeriodsCard view={view} />}
  </LivePage>
)
const rows = () =>
  within(screen.getByRole('region', { name: 'Monat und Jahr' }))
    .queryAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => plain(cell.textContent)))
const searchOf = (path: string) => new URL(path, 'http://here').searchParams
/** An hour before the new year, which at the system has begun half an hour ago. */
const NEW_YEAR = new Date('2026-12-31T23:30:00Z')
const opened = (answer: (path: string) => Response) =>
  openPage(Page, { [GRAPH]: ({ path }) => answer(path) }, [liveSystem(1, lastSeen(0))])

it('DSH-08 sums what the steps of the month and the year brought, and leaves unknown what is', async () => {
  const { asked } = await opened((path) => {
    const answer = graph(searchOf(path))
    const unknown = { per: 1, deltas: [null, null] }
    return json({ ...answer, energies: answer.energies && { ...answer.energies, feed_in: unknown } })
  })
  const year = String(new Date().getFullYear())
  const long = new Intl.DateTimeFormat('de-DE', { month: 'long' }).format(new Date())
  const days = new Date(new Date().getFullYear(), new Date().getMonth() + 1, 0).getDate()
  const ofMonth = `${(days + (days * (days - 1)) / 2000).toFixed(1).replace('.', ',')} kWh`
  await waitFor(() =>
    expect(rows()).toEqual([
      ['', long, year],
      ['PV-Ertrag', ofMonth, '12,1 kWh'],
      ['Verbrauch', ofMonth, '12,1 kWh'],
      ['Netzbezug', ofMonth, '12,1 kWh'],
      ['Einspeisung', '–', '–'],
    ]),
  )
  const queries = asked.filter(({ path }) => path.startsWith(GRAPH)).map(({ path }) => searchOf(path))
  expect(queries.map((query) => [query.get('interval'), query.get('sn'), query.get('method')])).toEqual([
    ['Month', '1001', 'sum'],
    ['Year', '1001', 'sum'],
  ])
})

it('DSH-08 shows nothing as unknown that is still loading', async () => {
  const year = Promise.withResolvers<Response>()
  await openPage(
    Page,
    {
      [GRAPH]: ({ path }) => {
        const search = searchOf(path)
        return search.get('interval') === 'Year' ? year.promise : json(graph(search))
      },
    },
    [liveSystem(1, lastSeen(0))],
  )
  await waitFor(() => expect(rows()[1]?.[1]).toMatch(/ kWh$/))
  expect(rows()[1]?.[2]).toBe('')
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  await act(() => year.resolve(refusal('unavailable')))
  await waitFor(() => expect(rows()[1]?.[2]).toBe('–'))
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBeNull()
})

it('DSH-08 CHT-07 counts the days of the system', async () => {
  vi.useFakeTimers({ now: NEW_YEAR, toFake: ['Date'] })
  setServerClock(NEW_YEAR)
  const { asked } = await opened((path) => json(graph(searchOf(path))))
  await waitFor(() => expect(rows()[0]).toEqual(['', 'Januar', '2027']))
  expect(searchOf(asked.find(({ path }) => path.startsWith(GRAPH))?.path ?? '').get('from_date')).toBe(
    '2027-01-01',
  )
  vi.useRealTimers()
})

it('DSH-08 says that they cannot be had', async () => {
  await opened(() => refusal('unavailable'))
  expect(await screen.findByText('nicht abrufbar')).toBeDefined()
  expect(rows()[1]).toEqual(['PV-Ertrag', '–', '–'])
})

it('DSH-08 asks only once it is nearly visible', async () => {
  let near: () => void = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        near = () => seen([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  const { asked } = await opened((path) => json(graph(searchOf(path))))
  expect(await screen.findByText('Monat und Jahr')).toBeDefined()
  expect(asked.filter(({ path }) => path.startsWith(GRAPH))).toEqual([])
  act(() => near())
  await waitFor(() => expect(asked.filter(({ path }) => path.startsWith(GRAPH))).toHaveLength(2))
})
