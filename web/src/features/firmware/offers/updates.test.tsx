import type { UpdateStatus } from '@kellersonne/core/firmware/status'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { describe, expect, it } from 'vitest'
import { asOwner, openPage } from '../../../../test/dashboard.tsx'
import { Bell } from './Bell.tsx'
import { UpdateBadge } from './UpdateBadge.tsx'
import { UpdateNotice } from './UpdateNotice.tsx'

const offered: UpdateStatus = {
  isNew: true,
  isStarted: false,
  isWaiting: false,
  percent: 0,
  chips: [
    { chip: 'bms', pending: true },
    { chip: 'gateway', pending: true },
  ],
}
const systems = (...updates: (Partial<UpdateStatus> | null)[]): LiveSystem[] =>
  updates.map((update, i) => liveSystem(i + 1, update ? { update: { ...offered, ...update } } : {}))

const Shell = ({ more = null }: Pick<ComponentProps<typeof Bell>, 'more'>) => (
  <>
    <Bell more={more} />
    <UpdateNotice />
    <main>
      <UpdateBadge />
    </main>
  </>
)
const open = (...updates: (Partial<UpdateStatus> | null)[]) => openPage(Shell, {}, systems(...updates))

const bell = (name: string) => screen.findByRole('button', { name })
async function listOf(name: string) {
  const button = await bell(name)
  const panel = document.getElementById(button.getAttribute('popovertarget') ?? '')
  if (!panel) throw new Error('the bell opens nothing')
  return panel
}
const toast = () => screen.getByRole('status').textContent

describe('the bell', () => {
  asOwner()

  it('SHL-02 lists the systems with an update, each a link to where it is installed', async () => {
    await open(null, {}, { isStarted: true, percent: 37 })
    const list = within(await listOf('2 Updates')).getAllByRole('link', { hidden: true })
    expect(list.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      [expect.stringMatching(/^L2 \S+Update in 2 Teilen$/), `/update?sn=${liveSystem(2).sn}`],
      [expect.stringMatching(/^L3 \S+Update läuft$/), `/update?sn=${liveSystem(3).sn}`],
    ])
  })

  it('SHL-02 V16 of one that waits for its unit does not say that it is available', async () => {
    await open({ isWaiting: true })
    expect((await listOf('1 Update')).textContent).toContain('Update wartet auf den Speicher')
    expect(screen.getByRole('main').textContent).toBe('1(1 Update)')
  })

  it('SHL-02 says that none has an update, and nothing before that is known', async () => {
    await openPage(Shell, { '/api/auth/live/': () => Response.error() }, [])
    expect((await listOf('Updates')).textContent).toContain('Noch nicht bekannt.')
  })

  it('SHL-02 says that all are up to date', async () => {
    await open(null, null)
    const list = await listOf('Updates')
    await waitFor(() => expect(list.textContent).toContain('Alle Speicher sind aktuell.'))
    expect(screen.getByRole('main').textContent).toBe('')
  })

  it('SHL-02 ALR-16 SHL-11 counts alerts too, and is named by all that it shows', async () => {
    const WithAlerts = () => <Shell more={{ count: 2, words: '2 offene Hinweise' }} />
    await openPage(WithAlerts, {}, systems({}, null))
    const button = await bell('1 Update verfügbar, 2 offene Hinweise, zusammen 3')
    expect(button.textContent).toContain('3')
  })

  it('SHL-02 says of an update that was interrupted so', async () => {
    await open({ percent: -1 })
    expect((await listOf('1 Update verfügbar')).textContent).toContain('Update wurde unterbrochen')
  })

  it('NAV-08 the way to the updates says how many there are', async () => {
    await open({}, {})
    await bell('2 Updates verfügbar')
    expect(screen.getByRole('main').textContent).toBe('2(2 Updates verfügbar)')
  })
})

describe('the word that there is an update', () => {
  asOwner()

  it('SHL-03 does not come on the first load', async () => {
    await open({}, null)
    await bell('1 Update verfügbar')
    expect(toast()).toBe('')
  })

  it('SHL-03 comes when the list grows, and leads there', async () => {
    const { push } = await open(null, null)
    await waitFor(async () => expect((await listOf('Updates')).textContent).toContain('aktuell'))
    act(() => push(systems(null, {})))
    await waitFor(() => expect(toast()).toBe('Update für L2 verfügbarÖffnen Sie die Update-Seite.'))
    const link = within(screen.getByRole('status')).getByRole('link')
    expect(link.getAttribute('href')).toBe(`/update?sn=${liveSystem(2).sn}`)
    fireEvent.click(link)
    expect(toast()).toBe('')
  })

  it('SHL-03 names all that came together', async () => {
    const { push } = await open(null, null, null)
    await waitFor(async () => expect((await listOf('Updates')).textContent).toContain('aktuell'))
    act(() => push(systems({}, null, {})))
    await waitFor(() => expect(toast()).toContain('Update für L1 und L3 verfügbar'))
    expect(within(screen.getByRole('status')).getByRole('link').getAttribute('href')).toBe('/update')
  })

  it('SHL-03 does not come when the list shrinks, stays or comes anew', async () => {
    const { push } = await open({}, {})
    await bell('2 Updates verfügbar')
    act(() => push(systems({}, {})))
    act(() => push(systems({}, null)))
    await bell('1 Update verfügbar')
    act(() => push(systems({ isStarted: true, percent: 5 }, null)))
    await waitFor(async () => expect((await listOf('1 Update')).textContent).toContain('läuft'))
    expect(toast()).toBe('')
  })

  it('SHL-03 does not come where another tab has had it', async () => {
    const { push } = await open(null, null)
    await waitFor(async () => expect((await listOf('Updates')).textContent).toContain('aktuell'))
    localStorage.setItem('knownUpdates', JSON.stringify([liveSystem(2).sn]))
    act(() => push(systems(null, {})))
    await bell('1 Update verfügbar')
    expect(toast()).toBe('')
  })
})
