import type { UpdateStatus } from '@kellersonne/core/firmware/status'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  asOwner,
  lastSeen,
  open,
  plain,
  powers,
  sentence,
  status,
  three,
} from '../../../../test/dashboard.tsx'

asOwner()

/** Of two chips, `pending` are still to be installed. */
const update = (more: Partial<UpdateStatus>, pending = 2) => ({
  update: {
    ...{ isNew: true, isStarted: false, isWaiting: false, percent: 0, ...more },
    chips: ['bms', 'gateway'].map((chip, i) => ({ chip, pending: i >= 2 - pending })),
  },
})
const updating = (percent: number) => update({ isStarted: true, percent })
const now = lastSeen(0)
const off = { status: 'off', powers: powers(-400, 1600, 0) } as const

describe('a system in an update', () => {
  it.each<[Partial<LiveSystem>, string, string, string]>([
    [updating(26), 'Update läuft', 'Ihr Speicher wird gerade aktualisiert.', 'Das Update steht bei 26 %.'],
    [
      { ...update({ isWaiting: true }), ...off },
      'Update wartet auf den Speicher',
      'Ihr Speicher wartet auf sein Update.',
      'Das Update beginnt, sobald er sich meldet',
    ],
    [
      { ...update({ isWaiting: true }, 1), ...off },
      'Update wartet auf den Speicher',
      'Ihr Speicher wartet auf sein Update.',
      'Der nächste Teil folgt',
    ],
    [
      update({ isWaiting: true }),
      'Update wartet auf den Speicher',
      'Die Sonne versorgt Ihr Haus und lädt den Speicher.',
      'Zum Update',
    ],
    [
      update({ isStarted: true, percent: 100 }, 1),
      'Update läuft',
      'Ihr Speicher wird gerade aktualisiert.',
      'Schalten Sie den Speicher 5–10 Sekunden ein und dann wieder aus',
    ],
    [
      update({ isStarted: true, percent: 100 }, 0),
      'Update läuft',
      'Ihr Speicher wird gerade aktualisiert.',
      'Schalten Sie den Speicher wieder ein.',
    ],
  ])('DSH-06 DSH-09 V16 %o has one true sentence', async (given, line, texts, aside) => {
    await open(liveSystem(1, { ...now, ...given }))
    expect([status(), plain(sentence()?.replaceAll('  ', ' '))]).toEqual([line, texts])
    expect(plain(document.body.textContent)).toContain(aside)
  })

  it('DSH-09 V16 leads back to an update, and reads no percentage out', async () => {
    const { push } = await open(...three(updating(26)))
    expect(screen.getByRole('link', { name: 'Zum Update' }).getAttribute('href')).toBe('/update?sn=1002')
    fireEvent.click(screen.getByRole('radio', { name: /^L2/ }))
    expect([status(), plain(sentence())]).toEqual(['Update läuft', 'L2 wird gerade aktualisiert.'])
    push([liveSystem(2, { ...now, ...updating(27) })])
    await waitFor(() => expect(plain(document.body.textContent)).toContain('Das Update steht bei 27 %.'))
    expect(screen.getByText(/^Das Update steht/).hasAttribute('data-always')).toBe(true)
    expect(status()).toBe('Update läuft')
    for (const region of screen.getAllByRole('status')) expect(region.textContent).not.toContain('27')
  })

  it('DSH-09 an interrupted update is shown until its owner has seen it in the wizard', async () => {
    await open(liveSystem(1, { ...now, update: { ...updating(-1).update, isStarted: false } }))
    expect(status()).toBe('Update unterbrochen')
    expect(screen.getByRole('link', { name: 'Zum Update' }).getAttribute('href')).toBe('/update?sn=1001')
  })

  it('DSH-03 V16 a small gauge says the same of an update as the line above it', async () => {
    await open(...three({ ...update({ isWaiting: true }), ...off }))
    expect(status()).toBe('L2: Update wartet auf den Speicher')
    expect(screen.getByRole('button', { name: /L2.*Update wartet/ })).toBeDefined()
    document.body.replaceChildren()
    await open(...three({ ...updating(26), ...off, online: false }))
    expect(screen.getByRole('button', { name: /L2.*Update läuft/ })).toBeDefined()
  })
})
