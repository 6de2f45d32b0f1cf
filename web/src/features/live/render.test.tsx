import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { volts, watts } from '@kellersonne/core/units/units'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { asOwner, lastSeen, openPage, powers } from '../../../test/dashboard.tsx'
import { BALANCE, balanceWire } from '../../../test/energy/balance.ts'
import { json } from '../../../test/wire.ts'
import { Component } from './DashboardPage.tsx'

asOwner()

const given = { ...lastSeen(0), powers: powers(-100, 400, -200) }
const ten = () => Array.from({ length: 10 }, (_, i) => liveSystem(i, { ...given, phase: (i % 3) + 1 }))

/** Renders everything and records subsequent changes of the document. */
async function watched() {
  const { push } = await openPage(Component, { [BALANCE]: () => json(balanceWire()) }, ten())
  await screen.findByText('93', { exact: false })
  // Parts below the fold may still be loading.
  await act(() => vi.dynamicImportSettled())
  // Ages in the header tick independently of new values.
  const page = screen.getByRole('region', { name: 'Messwerte' }).parentElement ?? document.body
  const changes: string[] = []
  new MutationObserver((records) => {
    for (const { type, target, attributeName } of records) {
      const element = target instanceof Element ? target : target.parentElement
      changes.push(
        `${type} ${attributeName ?? element?.closest('[class*=card]')?.querySelector('dt')?.textContent}`,
      )
    }
  }).observe(page, { subtree: true, childList: true, attributes: true, characterData: true })
  return { push, changes }
}

it('DSH-07 of a live event only what it changes is drawn anew', async () => {
  const { push, changes } = await watched()
  const voltage = { ...given, phase: 1, gridVoltage: volts(240) }
  push([liveSystem(0, voltage)])
  await waitFor(() => expect(changes.length).toBeGreaterThan(0))
  expect(changes).toEqual(['characterData Netzspannung'])
})

it('DSH-06 DSH-07 what changes by less than can be seen leaves the drawing alone', async () => {
  const { push, changes } = await watched()
  push([liveSystem(0, { ...given, phase: 1, powers: powers(-100, 420, -220) })])
  await waitFor(() => expect(changes).toContain('characterData PV-Leistung'))
  const drawn = changes.filter((change) => change.startsWith('attributes'))
  expect(drawn).toEqual(['attributes aria-label'])
})

it('DSH-07 an event that says nothing new changes nothing', async () => {
  const { push, changes } = await watched()
  push([liveSystem(0, { ...given, phase: 1, output: watts(1) })])
  push([liveSystem(0, { ...given, phase: 1, gridVoltage: volts(240) })])
  await waitFor(() => expect(changes.length).toBeGreaterThan(0))
  expect(changes).toEqual(['characterData Netzspannung'])
})
