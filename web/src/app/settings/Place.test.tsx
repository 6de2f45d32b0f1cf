import { serialNumber } from '@kellersonne/core/systems/systems'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { asWagner, calm, show } from '../../../test/identity/account.tsx'
import { json, serve } from '../../../test/wire.ts'
import { keepSystems } from '../../platform/state.ts'
import { Place } from './Place.tsx'

asWagner()

it('FCT-56 tells systems on the same phase apart by their serial numbers', async () => {
  const entry = (sn: string, phase: number, name: string | null = null) => ({
    ...{ sn: serialNumber(sn) ?? expect.fail(sn), phase, name },
  })
  serve({ ...calm, '/api/auth/place/': () => json({ place: null, region: null, weather: null }) })
  keepSystems([entry('1001', 1), entry('3001', 1), entry('1002', 2), entry('1003', 2, 'Garage')])
  show(Place)
  const rows = within(await screen.findByRole('list')).getAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('strong')?.textContent)).toEqual([
    ...['L1 1001', 'L1 3001', 'L2'],
    expect.stringContaining('Garage'),
  ])
})
