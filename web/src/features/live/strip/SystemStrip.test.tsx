import { NO_UPDATE } from '@kellersonne/core/firmware/status'
import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { serialNumber } from '@kellersonne/core/systems/systems'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { asOwner, lastSeen, open, plain, powers, sentence } from '../../../../test/dashboard.tsx'

asOwner()

const strip = () => screen.getByRole('group', { name: 'Alle Speicher' })
const cells = () => [...strip().querySelectorAll('label')].map((cell) => plain(cell.textContent))
/** Systems on the three phases, each with the fields given for it. */
const systems = (...more: Partial<Parameters<typeof liveSystem>[1] & object>[]) =>
  more.map((one, i) =>
    liveSystem((i % 3) + 1, {
      ...{ sn: serialNumber(`${2001 + i}`) ?? expect.fail(), ...lastSeen(1000), name: `S${i}` },
      ...one,
    }),
  )

it('DSH-13 V16 more than four systems have a strip, those with trouble first and the total last', async () => {
  await open(
    ...systems(
      {},
      { status: 'off', powers: powers(-400, 1600, 0) },
      { lastOnline: null },
      { soc: null },
      { messages: [{ code: 'i', since: null }] },
      { status: 'off', powers: powers(0, 0, 0), update: { ...NO_UPDATE, isNew: true, isWaiting: true } },
      { online: false, update: { ...NO_UPDATE, isNew: true, isStarted: true } },
    ),
  )
  expect(cells()).toEqual([
    'S4 offene Meldung, angehalten 64 %',
    'S2 noch keine Daten 64 %',
    'S0 lädt 64 %',
    'S3 lädt Ladezustand unbekannt–',
    'S6 wird aktualisiert 64 %',
    'S1 ausgeschaltet 64 %',
    'S5 Update wartet 64 %',
    'Gesamt 7 Speicher',
  ])
})

it('DSH-13 has one tab stop, and the arrow keys select', async () => {
  await open(...systems({}, {}, {}, {}, {}))
  const [first, second] = within(strip()).getAllByRole('radio')
  await userEvent.click(first ?? expect.fail())
  expect(sentence()).toContain('„S0“')
  second?.focus()
  await userEvent.keyboard(' ')
  expect(sentence()).toContain('„S3“')
  expect(within(strip()).getAllByRole('radio', { checked: true })).toHaveLength(1)
})

it('DSH-13 up to four systems have none', async () => {
  await open(...systems({}, {}, {}, {}))
  expect(screen.queryByRole('group', { name: 'Alle Speicher' })).toBeNull()
})
