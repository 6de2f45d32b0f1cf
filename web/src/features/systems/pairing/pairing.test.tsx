import type { Pairing } from '@kellersonne/contract/systems/pairing'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { asWagner, calm } from '../../../../test/identity/account.tsx'
import { json, refusal, serve } from '../../../../test/wire.ts'
import { refreshOwnSystems, refreshPairing } from './api.ts'
import { OwnSystems } from './OwnSystems.tsx'

asWagner()

const PAIRING = '/api/auth/usr_sn/pairing/'
const CANCEL = '/api/auth/usr_sn/pairing/cancel/'
const LOCK = '/api/auth/usr_sn/gateway/lock/'
const sn = serialNumber.parse('5000001')
const idle: Pairing = { until: null, paired: null, own: [] }

/** A server with a pairing state, which answers a new code unless `refused`. */
async function open(
  state: Partial<Pairing> = {},
  { available = true, refused = null as Response | null } = {},
) {
  const served = { state: { ...idle, ...state } }
  const until = new Date(Date.now() + 600_000).toISOString()
  const calls = serve({
    ...calm,
    '/api/own_systems/': () => json({ available }),
    [PAIRING]: ({ method }) => {
      if (method !== 'POST') return json(served.state)
      if (refused) return refused
      served.state = { ...served.state, until, paired: null }
      return json({ pairing_code: '7Q4KM-2XB9T', until })
    },
    [CANCEL]: () => {
      served.state = { ...served.state, until: null }
      return json({})
    },
    [LOCK]: () => {
      served.state = { ...served.state, own: [{ sn, locked_at: until }] }
      return json({})
    },
  })
  render(<OwnSystems />)
  await refreshOwnSystems()
  await refreshPairing()
  return {
    served,
    calls,
    sent: (path: string) => calls.filter((one) => one.path === path && one.method === 'POST'),
  }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const make = () => press('Kopplungscode erzeugen')

it('GWY-21 there is nothing to connect where the operator takes none', async () => {
  await open({}, { available: false })
  expect(screen.queryByRole('region')).toBeNull()
})

it('GWY-20 a code is shown with the three lines to type, each of which can be copied', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  const { sent } = await open()
  await make()
  expect(await screen.findByText('7Q4KM-2XB9T')).toBeDefined()
  const lines = screen.getAllByRole('listitem').map((line) => line.textContent)
  expect(lines).toEqual([
    `curl -fO ${location.origin}/gateway.mjs`,
    `node gateway.mjs setup --portal ${location.origin} --code 7Q4KM-2XB9T`,
    'node gateway.mjs',
  ])
  await press('2. Zeile kopieren')
  expect(writeText).toHaveBeenCalledWith(lines[1])
  await screen.findByText('Kopiert.')
  expect(sent(PAIRING)[0]?.form.get('time_zone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(screen.getByText(/Der Code gilt noch (?:9:\d\d|10:00)/)).toBeDefined()
})

it('GWY-20 the page follows until a gateway has used the code, and then waits for values', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { served } = await open()
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(screen.getByRole('button', { name: 'Kopplungscode erzeugen' }))
  await screen.findByText('7Q4KM-2XB9T')
  served.state = { until: null, paired: sn, own: [{ sn, locked_at: null }] }
  await vi.advanceTimersByTimeAsync(3000)
  expect(await screen.findByText(/Gekoppelt als Anlage 5000001\. Jetzt fehlen noch/)).toBeDefined()
  expect(screen.queryByText('7Q4KM-2XB9T')).toBeNull()
  vi.useRealTimers()
})

it('GWY-20 a code of before the page was loaded is not shown again, and can be cancelled', async () => {
  const { sent } = await open({ until: new Date(Date.now() + 300_000).toISOString() })
  expect(screen.getByText(/Er wird nur einmal angezeigt/)).toBeDefined()
  await press('Abbrechen')
  await waitFor(() => expect(screen.queryByText(/Er wird nur einmal angezeigt/)).toBeNull())
  expect(sent(CANCEL)).toHaveLength(1)
})

it('GWY-21 a refusal says why', async () => {
  await open({}, { refused: refusal('own_systems_full') })
  await make()
  expect(await screen.findByText(/Es gibt gerade keinen Platz/)).toBeDefined()
})

it('GWY-23 a gateway is locked after a question, and replaced by a code of its own', async () => {
  const { sent } = await open({ own: [{ sn, locked_at: null }] })
  await press('Gateway von Anlage 5000001 sperren')
  const dialog = screen.getByRole('dialog', { name: 'Gateway von Anlage 5000001 sperren?' })
  expect(sent(LOCK)).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sperren' }))
  expect(await screen.findByText('Gateway gesperrt')).toBeDefined()
  expect(sent(LOCK)[0]?.form.get('sn')).toBe(sn)
  await press('Gateway von Anlage 5000001 ersetzen')
  await screen.findByText('7Q4KM-2XB9T')
  expect(sent(PAIRING)[0]?.form.get('sn')).toBe(sn)
})
