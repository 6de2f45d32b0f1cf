import type { SystemPlace } from '@kellersonne/contract/energy/place'
import { serialNumber } from '@kellersonne/core/systems/systems'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { asOwner, plain } from '../../../../test/dashboard.tsx'
import { json, type RecordedCall, refusal, serve } from '../../../../test/wire.ts'
import { loadNamespaces } from '../../../platform/i18n/i18n.ts'
import { stored } from '../../../platform/stored.ts'
import { Places } from './Places.tsx'

asOwner()
// Before the session ends: what is on the page would ask this test's server for the next one.
afterEach(cleanup)
beforeAll(() => loadNamespaces('place'))

const PLACE = '/api/auth/place/'
const REMOVE = '/api/auth/place/remove/'
const source = {
  provider: 'open_meteo' as const,
  ...{ name: 'Open-Meteo', url: 'https://open-meteo.example', licence: { name: 'CC BY 4.0', url: null } },
}
let kept: SystemPlace
let calls: RecordedCall[]
let refused = false
beforeEach(() => {
  kept = { place: null, region: 'DE', weather: source }
  refused = false
})

function open() {
  const sn = serialNumber('1001')
  if (sn === null) throw new Error('no serial number')
  calls = serve({
    [PLACE]({ method, form }) {
      if (method === 'POST' && refused) return refusal('unavailable')
      if (method === 'POST')
        kept = {
          ...kept,
          place: form.has('postcode')
            ? { latitude: 48, longitude: 8.6 }
            : { latitude: Number(form.get('latitude')), longitude: Number(form.get('longitude')) },
        }
      return json(kept)
    },
    [REMOVE]() {
      kept = { ...kept, place: null }
      return json(kept)
    },
  })
  render(<Places systems={[{ sn, name: 'L1' }]} />)
}
const posted = (path: string) => calls.filter((call) => call.path === path && call.method === 'POST')
const openDialog = async (name: RegExp) => {
  fireEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog'))
}

it('FCT-56 says why a place is asked, how coarsely it is kept, and who learns of it, under which licence', async () => {
  open()
  await screen.findByText('nicht angegeben')
  expect(screen.getByText(/^Freiwillig\./)).toBeDefined()
  expect(screen.getByText(/Zehntel Grad/)).toBeDefined()
  expect(await screen.findByText(/wird Open-Meteo gefragt/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open-Meteo' }).getAttribute('rel')).toBe('noreferrer')
  expect(document.body.textContent).toContain('CC BY 4.0')
})

it('FCT-56 saves a postcode, and says what is kept of it', async () => {
  open()
  const dialog = await openDialog(/^Standort von L1 angeben$/)
  fireEvent.change(dialog.getByLabelText('Postleitzahl', { selector: 'input[autocomplete]' }), {
    target: { value: '78462' },
  })
  fireEvent.click(dialog.getByRole('button', { name: 'Speichern' }))
  await screen.findByText(/^Der Standort von L1 ist gespeichert\./)
  expect(Object.fromEntries(posted(PLACE)[0]?.form ?? [])).toEqual({
    sn: '1001',
    country: 'DE',
    postcode: '78462',
  })
  expect(plain(document.body.textContent)).toContain('um 48,0° N, 8,6° O')
  expect(stored.placed.get()).not.toBeNull()
})

it('FCT-56 SHL-12 the arrow keys move a point on the map by a tenth of a degree', async () => {
  kept = { ...kept, place: { latitude: 50, longitude: 9 } }
  open()
  const dialog = await openDialog(/^Standort von L1 ändern$/)
  const map = dialog.getByRole('application', { name: 'Karte von Deutschland' })
  fireEvent.keyDown(map, { key: 'ArrowUp' })
  fireEvent.keyDown(map, { key: 'ArrowLeft', shiftKey: true })
  expect(plain(dialog.getByRole('status', { name: '' }).textContent)).toBe('50,1° N, 8,0° O')
  expect(dialog.getByLabelText('Grad Nord')).toHaveProperty('value', '50,1')
  fireEvent.click(dialog.getByRole('button', { name: 'Speichern' }))
  await waitFor(() => expect(posted(PLACE)).toHaveLength(1))
  expect(Object.fromEntries(posted(PLACE)[0]?.form ?? [])).toEqual({
    sn: '1001',
    latitude: '50.1',
    longitude: '8',
  })
})

it('FCT-56 keeps what was typed if it is wrong, or cannot be saved', async () => {
  refused = true
  open()
  const dialog = await openDialog(/^Standort von L1 angeben$/)
  const field = dialog.getByLabelText('Postleitzahl', { selector: 'input[autocomplete]' })
  fireEvent.change(field, { target: { value: '00' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Speichern' }))
  expect(dialog.getByText('Diese Postleitzahl gibt es in Deutschland nicht.')).toBeDefined()
  expect(posted(PLACE)).toHaveLength(0)
  fireEvent.change(field, { target: { value: '78' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Speichern' }))
  await waitFor(() => expect(posted(PLACE)).toHaveLength(1))
  await waitFor(() => expect(dialog.getByRole('alert').textContent).not.toBe(''))
  expect(field).toHaveProperty('value', '78')
})

it('FCT-56 erases a place', async () => {
  kept = { ...kept, place: { latitude: 50, longitude: 9 } }
  open()
  const dialog = await openDialog(/^Standort von L1 ändern$/)
  fireEvent.click(dialog.getByRole('button', { name: 'Standort löschen' }))
  await screen.findByText('Der Standort von L1 ist gelöscht.')
  expect(posted(REMOVE)).toHaveLength(1)
  expect(screen.getByText('nicht angegeben')).toBeDefined()
})

it('FCT-56 shows what another tab has changed', async () => {
  open()
  await screen.findByText('nicht angegeben')
  kept = { ...kept, place: { latitude: 52.5, longitude: 13.4 } }
  stored.placed.set(new Date())
  const { key } = stored.placed
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage })))
  expect(plain((await screen.findByText(/^um /)).textContent)).toContain('um 52,5° N, 13,4° O')
})
