import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { volts } from '@kellersonne/core/units/units'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asOwner } from '../../../test/dashboard.tsx'
import { listed, openMessages, systemWith } from '../../../test/messages.tsx'
import { useLive } from '../live/api/live.ts'
import { type MessageQuery, queryIn, searchOf, useMessages } from './api.ts'

asOwner()

const anything: MessageQuery = { sn: TOTAL, page: 1, open: null, severity: null }
const { sn } = liveSystem(2)

describe('a query in an address', () => {
  it.each<[string, MessageQuery]>([
    ['sn=-1', anything],
    ['sn=1002&page=7&open=true&severity=danger', { sn, page: 7, open: true, severity: 'danger' }],
    ['sn=1002&open=false', { ...anything, sn, open: false }],
  ])('DSH-05 %s is read as it is written', (search, query) => {
    expect(searchOf(query).toString()).toBe(search)
    expect(queryIn(new URLSearchParams(search), TOTAL)).toEqual(query)
  })

  it.each([
    '',
    'page=0',
    'page=-3&open=maybe',
    'page=1e9',
    'page=two&severity=fatal',
    'sn=&sn=1002',
    'sn=a b',
  ])('DSH-05 what is broken in "%s" counts as unknown', (search) => {
    expect(queryIn(new URLSearchParams(search), sn)).toEqual({ ...anything, sn })
  })
})

/** Renders the codes of the requested page, its loading state and the live messages. */
function Codes({ query }: { query: MessageQuery }) {
  const { list, waiting, fault, live } = useMessages(query)
  const shown = [list?.messages.map(({ code }) => code).join(' '), waiting && 'waiting', fault?.code]
  return (
    <>
      <output aria-label="codes">{shown.filter(Boolean).join(' ')}</output>
      <output aria-label="voltage">{live.systems[0]?.gridVoltage}</output>
    </>
  )
}
/** Waits for live values, as the pages do. */
const codesOf = (query: MessageQuery) => () => useLive().status === 'ready' && <Codes query={query} />
const codes = () => screen.getByLabelText('codes').textContent

describe('messages of the server', () => {
  const Page = codesOf(anything)
  const first = [listed('1001', 'i2', 30), listed('1001', 'u', 60, 50)]

  it('DSH-05 API-12 are asked for once, and not again with every live value', async () => {
    const { push, queries } = await openMessages(Page, [systemWith(1, { i2: 30 })], first)
    await waitFor(() => expect(codes()).toBe('i2 u'))
    push([systemWith(1, { i2: 30 }, { gridVoltage: volts(231) })])
    await waitFor(() => expect(screen.getByLabelText('voltage').textContent).toBe('231'))
    expect(queries()).toEqual(['sn=-1'])
  })

  it('DSH-05 are asked for anew when live values bring others, what was known in view meanwhile', async () => {
    const { push, answer, queries } = await openMessages(Page, [systemWith(1, { i2: 30 })], first)
    await waitFor(() => expect(codes()).toBe('i2 u'))
    answer([listed('1001', 'i2', 30, 0), ...first.slice(1)])
    push([systemWith(1, {})])
    await waitFor(() => expect(queries()).toEqual(['sn=-1', 'sn=-1']))
    expect(codes()).toBe('i2 u')
  })

  it('DSH-05 of one system are not asked for anew for another', async () => {
    const { push, queries } = await openMessages(
      codesOf({ ...anything, sn }),
      [systemWith(1, {}), systemWith(2, {})],
      first,
    )
    await waitFor(() => expect(queries()).toEqual(['sn=1002']))
    push([systemWith(1, { relay: 0 })])
    push([systemWith(2, { relay: 0 })])
    await waitFor(() => expect(queries()).toEqual(['sn=1002', 'sn=1002']))
  })

  it('DSH-05 the page before stays in view until another has come, and where that cannot be had', async () => {
    let page = 1
    const Paged = () => useLive().status === 'ready' && <Codes query={{ ...anything, page }} />
    const { push, refuse } = await openMessages(Paged, [systemWith(1, {})], first)
    await waitFor(() => expect(codes()).toBe('i2 u'))
    refuse(true)
    page = 2
    push([systemWith(1, {})])
    await waitFor(() => expect(codes()).toBe('i2 u unavailable'))
  })
})
