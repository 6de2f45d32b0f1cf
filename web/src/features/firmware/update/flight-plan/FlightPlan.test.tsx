import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { percent } from '@kellersonne/core/units/units'
import { render, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { asOwner, plain } from '../../../../../test/dashboard.tsx'
import { loadNamespaces, setLanguage } from '../../../../platform/i18n/i18n.ts'
import type { UpdateFacts } from '../../api/updates.ts'
import { FlightPlan } from './FlightPlan.tsx'

type Plan = UpdateFacts['plan']

beforeAll(() => loadNamespaces('update'))
asOwner()

const part = {
  ...{ chip: 'bms', from: '2.4.0', to: '2.5.0', size: 1000, sha256: 'a'.repeat(64) },
  notes: { de: 'Lädt schonender', en: 'Charges more gently' },
  changes: null,
  usual: null,
}
const fine = { online: true, switched_off: true, update_mode: true, charged: true }
function show(checks: Partial<Plan['checks']>, parts: Plan['parts'] = [part]) {
  const all = { ...fine, ...checks }
  const ready = Object.values(all).every(Boolean)
  const system = liveSystem(2, { soc: percent(64) })
  render(<FlightPlan plan={{ checks: all, ready, parts }} system={system} name="L2" />)
  const [first] = screen.getAllByRole('list')
  return within(first ?? document.body)
    .getAllByRole('listitem')
    .map((item) => plain(item.textContent))
}

describe('the flight plan', () => {
  it('UPD-19 says what is so', () => {
    expect(show({})).toEqual([
      'L2 ist online.',
      'L2 ist ausgeschaltet.',
      'Display zeigt Update-Modus: gesehen',
      'Die Ladung reicht.64 %',
    ])
    expect(screen.getByRole('status').textContent).toBe('Alles bereit')
  })

  it.each([
    ['online', false, /nicht online.*Prüfen Sie die Internetverbindung/],
    ['switched_off', false, /noch eingeschaltet.*Hauptschalter am Gehäuse auf 0/],
    ['switched_off', null, /nicht bekannt.*Sehen Sie am Gehäuse nach/],
    ['update_mode', false, /noch nicht gesehen.*noch einmal ein und aus/],
    ['update_mode', null, /nicht bekannt.*Sehen Sie auf das Display von L2/],
    ['charged', false, /reicht nicht.*Nötig sind 20 %/],
    ['charged', null, /nicht bekannt.*Nötig sind 20 %/],
  ] as const)('UPD-19 where %s is %s it says what to do', (check, answer, shown) => {
    expect(show({ [check]: answer }).some((text) => shown.test(text))).toBe(true)
    expect(screen.getByRole('status').textContent).toBe('Noch nicht alles bereit')
  })

  it('UPD-19 lists the chips in order, and says that too few have done it', () => {
    const changes = { de: 'Lädt später', en: 'Charges later' }
    const second = {
      ...part,
      chip: 'gateway',
      from: null,
      to: '3.2.0',
      changes,
      usual: { ms: 245_000, samples: 27 },
    }
    show({}, [part, second])
    const [bms, gateway] = screen
      .getAllByRole('listitem')
      .slice(4)
      .map((item) => plain(item.textContent))
    expect(bms).toMatch(
      /^Batteriemanagement 2\.4\.0 → 2\.5\.0.*Lädt schonender.*Für Sie ändert sich nichts.*Zu wenige/,
    )
    expect(bms).not.toMatch(/rund/)
    expect(gateway).toMatch(
      /^Kommunikation → 3\.2\.0.*Lädt später.*rund 4 min, nach 27 abgeschlossenen Updates/,
    )
  })

  it('PRD-06 UPD-19 speaks English', async () => {
    await setLanguage('en')
    show({})
    expect(screen.getByText('Charges more gently')).toBeDefined()
  })
})
