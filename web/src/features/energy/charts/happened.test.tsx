import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { plain } from '../../../../test/dashboard.tsx'
import { chart, offline, onChartsPage, open, server } from '../../../../test/energy/chartsPage.tsx'

onChartsPage()

it.each([
  ['keeps a strip below the axis for what happened', [offline], 1],
  ['gives its room to the chart where nothing happened', [], 0],
])('CHT-10 %s', async (_, happened, strips) => {
  server.events = happened
  await open('?date=2026-06-09')
  const slider = await chart()
  const help = () => document.getElementById(slider.getAttribute('aria-describedby') ?? '')
  await waitFor(() => expect(help()?.nextElementSibling === null).toBe(strips === 0))
})

it('CHT-10 says in sentences what happened', async () => {
  await open('?date=2026-06-09')
  fireEvent.click(await screen.findByRole('button', { name: /offline/ }))
  const shown = await screen.findByRole('region', { name: 'Was ist hier passiert?' })
  expect(plain(shown.textContent)).toMatch(
    /Der Speicher war offline\.L2 · 9\. Juni, 12:00 Uhr bis 9\. Juni, 13:00 Uhr/,
  )
})

it('CHT-10 ENT-06 quotes codes that are unknown', async () => {
  const reported = { ...offline, kind: 'message', severity: 'warn', count: 1 }
  server.events = [
    { ...reported, code: 'bitte zahlen' },
    { ...reported, code: 'relay' },
  ]
  await open('?date=2026-06-09')
  fireEvent.click(await screen.findByRole('button', { name: /zahlen/ }))
  const shown = await screen.findByRole('region', { name: 'Was ist hier passiert?' })
  expect(plain(shown.textContent)).toContain('„bitte zahlen“: Der Speicher meldet den Code „bitte zahlen“.')
  expect(plain(shown.textContent)).toContain('Relay!: Das Netzrelais hat nicht geschaltet.')
})

it('CHT-10 UPD-19 says what an update has brought', async () => {
  await open('?date=2026-06-09')
  fireEvent.click(await screen.findByRole('button', { name: /Batteriemanagement/ }))
  const shown = await screen.findByRole('region', { name: 'Was ist hier passiert?' })
  expect(plain(shown.textContent)).toMatch(
    /Batteriemanagement 2\.4\.0 → 2\.5\.0 installiert\.L1 · 9\. Juni, 05:00 Uhr bis 9\. Juni, 05:20 Uhr/,
  )
})
