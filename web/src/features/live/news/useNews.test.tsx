import type { ChartEvent } from '@kellersonne/contract/energy/events'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { NO_UPDATE } from '@kellersonne/core/firmware/status'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asOwner, openPage, plain } from '../../../../test/dashboard.tsx'
import { ago, systemWith } from '../../../../test/messages.tsx'
import { json } from '../../../../test/wire.ts'
import { useAppState } from '../../../platform/state.ts'
import { LastMessages } from '../../messages/last/LastMessages.tsx'
import { LivePage } from '../LivePage.tsx'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import { useNews } from './useNews.ts'

asOwner()

const chips = ['bms', 'inverter'].map((chip) => ({ chip, pending: true }))
const update = { ...NO_UPDATE, isNew: true, chips }
const Card = ({ view }: { view: LiveViewModel }) => <LastMessages view={view} entries={useNews(view)} />
const Page = () => (
  <LivePage loading={null} banners={false}>
    {({ view }) => <Card view={view} />}
  </LivePage>
)
const opened = (systems: ReturnType<typeof systemWith>[], events: ChartEvent[] = []) =>
  openPage(
    Page,
    {
      '/api/auth/messages/': () => json({ total: 0, messages: [] }),
      '/api/auth/events/': () => json({ events, more: false }),
    },
    systems,
  )
const rows = () =>
  within(screen.getByRole('region', { name: 'Meldungen' }))
    .queryAllByRole('listitem')
    .map((row) => `${plain(row.textContent)} ${within(row).getByRole('link').getAttribute('href')}`)

describe('beside the messages', () => {
  it('DSH-05 an update that can be started is shown, and leads to the wizard', async () => {
    await opened([systemWith(1, {}), systemWith(2, {}, { update })])
    await waitFor(() => expect(rows()).toEqual(['Ein Update ist verfügbar.L2 · 2 Bausteine /update?sn=1002']))
    act(() => useAppState.setState({ active: serialNumber.parse('1001') }))
    await waitFor(() => expect(rows()).toEqual([]))
  })

  it('DSH-05 several are one row', async () => {
    await opened([systemWith(1, {}, { update }), systemWith(2, {}, { update })])
    await waitFor(() => expect(rows()).toEqual(['2 Speicher können aktualisiert werden.L1, L2 /update']))
  })

  it.each(['isWaiting', 'isStarted'])(
    'DSH-05 V16 one that has been started is no longer shown: %s',
    async (state) => {
      await opened([systemWith(1, {}, { update: { ...update, [state]: true } })])
      expect(await screen.findByText('Bisher wurde keine Störung gemeldet.')).toBeDefined()
    },
  )

  it('DSH-05 a calibration that has finished is shown with its time, other events are not', async () => {
    const from = ago(90).toISOString()
    const at = { sn: serialNumber.parse('1002'), from, until: from }
    await opened(
      [systemWith(1, {}), systemWith(2, {})],
      [
        { kind: 'offline', ...at },
        { kind: 'calibration', ...at },
      ],
    )
    await waitFor(() =>
      expect(rows()).toEqual([
        expect.stringMatching(
          /^Die Kalibrierung ist abgeschlossen\.L2 · .*\d\d:\d\d Uhr \/charts\?date=[\d-]+&sn=1002$/,
        ),
      ]),
    )
  })
})
