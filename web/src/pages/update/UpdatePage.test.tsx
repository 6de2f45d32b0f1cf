import { serialNumber } from '@kellersonne/contract/systems'
import type { LiveSystem } from '@kellersonne/core/live'
import { liveSystem } from '@kellersonne/core/test/liveSystem'
import { POLL_MS, QUIET_MS } from '@kellersonne/core/updates-wizard'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { asOwner, DATA, heard, openPage, plain } from '../../../test/dashboard.tsx'
import { wire } from '../../../test/systems.ts'
import {
  broken,
  CANCEL,
  CONSENT,
  HAS_UPDATE,
  NOTHING,
  OFFERED,
  receipt,
  SEEN,
  START,
  status,
  UPDATE,
  UPDATES,
  updateServer,
} from '../../../test/updates.ts'
import { json, refusal } from '../../../test/wire.ts'
import { ANSWER_MS } from '../../data/answerInTime.ts'
import { isUnsaved } from '../../data/unsaved.ts'
import { learn, speak } from '../../i18n/i18n.ts'
import { stored } from '../../stored.ts'
import { Component } from './UpdatePage.tsx'

asOwner()
beforeAll(() => learn('update'))

const SN = '1002'
const two = (more: Partial<LiveSystem> = {}) => [
  liveSystem(1, { ...heard(1000), versions: { bms: '2.5.0' } }),
  liveSystem(2, { ...heard(1000), status: 'off', versions: { bms: '2.4.0' }, update: OFFERED, ...more }),
]
type Answers = Parameters<typeof openPage>[1]
type Server = ReturnType<typeof updateServer>

async function open(server: Server = updateServer(SN), other: Answers = {}, systems = two(), at?: string) {
  const page = await openPage(Component, { ...server.answers, ...other }, systems, at)
  await screen.findByRole('region', { name: 'Update' })
  const calls = (path: string) => page.asked.filter((call) => call.path.replace(/\?.*/, '') === path)
  return { ...page, server, calls }
}
const card = () => within(screen.getByRole('region', { name: 'Update' }))
const button = (name: string) => card().getByRole('button', { name })
const press = (name: string) => userEvent.click(button(name))
const answer = (name: string) => userEvent.click(within(dialog()).getByRole('button', { name }))
const dialog = () => screen.queryByRole('dialog') ?? screen.getByRole('alertdialog')
const title = (name: string) => card().findByRole('heading', { name })
const stepNow = () =>
  card()
    .getAllByRole('listitem')
    .find((item) => item.parentElement?.tagName === 'OL' && item.getAttribute('aria-current') === 'step')

async function choose() {
  await userEvent.click(card().getByRole('radio', { name: /L2/ }))
  await userEvent.click(card().getByRole('checkbox', { name: 'L2 ist ausgeschaltet' }))
  await press('Weiter')
  await title('L2 ist bereit für das Update.')
}
async function begin() {
  await choose()
  await press('Update starten')
  await answer('Jetzt starten')
  await within(await screen.findByRole('dialog', { name: 'Update in 2 Teilen gestartet' })).findByRole(
    'button',
  )
  await answer('Verstanden')
}
const tick = (ms = POLL_MS) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('choosing', () => {
  it('UPD-01 UPD-02 UPD-06 needs a system that is switched off before it goes on', async () => {
    await open()
    expect(stepNow()?.textContent).toMatch(/Auswählen/)
    expect(button('Weiter').getAttribute('aria-disabled')).toBe('true')
    await press('Weiter')
    expect(card().getByText('Bitte wählen Sie eine Seriennummer aus.')).toBeDefined()
    await userEvent.click(card().getByRole('radio', { name: /L2/ }))
    expect(button('Weiter').getAttribute('aria-disabled')).not.toBe('true')
    expect(card().getByRole('heading', { name: 'Schalten Sie den Speicher L2 jetzt aus.' })).toBeDefined()
    await press('Weiter')
    expect(card().getByText('Bitte bestätigen Sie, dass L2 ausgeschaltet ist.')).toBeDefined()
    await userEvent.click(card().getByRole('checkbox', { name: 'L2 ist ausgeschaltet' }))
    await press('Weiter')
    await title('L2 ist bereit für das Update.')
    expect(stepNow()?.textContent).toMatch(/Aktualisieren/)
    await press('Zurück')
    expect(stepNow()?.textContent).toMatch(/Auswählen/)
  })

  it.each([
    ['1002', [false, true], '1002'],
    ['1001', [false, false], '1001'],
    ['9999', [false, false], '1001'],
    ['<b>', [false, false], '1001'],
  ])('SHL-02 SHL-03 a link that names %s chooses it where it can be updated', async (sn, chosen, past) => {
    await open(updateServer(SN), {}, two(), `/update?sn=${encodeURIComponent(sn)}`)
    const radio = (name: RegExp) => card().getByRole('radio', { name }) as HTMLInputElement
    expect([radio(/L1/).checked, radio(/L2/).checked]).toEqual(chosen)
    const region = within(screen.getByRole('region', { name: 'Bisherige Updates' }))
    expect(region.getByRole('combobox')).toHaveProperty('value', past)
  })

  it('SHL-06 what was entered holds back a reload, until the update is under way', async () => {
    await open()
    expect(isUnsaved()).toBe(false)
    await choose()
    expect(isUnsaved()).toBe(true)
    await press('Zurück')
    expect(isUnsaved()).toBe(false)
    await begin()
    await title('Warten auf den Speicher …')
    expect(isUnsaved()).toBe(false)
  })

  it('UPD-02 shows the versions where nothing is to be updated', async () => {
    await open(updateServer(SN, NOTHING), {}, two({ update: NOTHING }))
    expect(card().getByRole('heading', { name: 'Alle Speicher sind aktuell.' })).toBeDefined()
    expect(card().getByRole('table', { name: 'Aktuelle Versionen' })).toBeDefined()
    expect(card().queryByRole('button', { name: 'Weiter' })).toBeNull()
  })

  it('UPD-15 asks the update service about each system once, with the cookie alone', async () => {
    const { asked } = await open()
    await waitFor(() =>
      expect(asked.filter(({ path }) => path.startsWith(HAS_UPDATE)).map(({ path }) => path)).toEqual([
        `${HAS_UPDATE}?sn=1001`,
        `${HAS_UPDATE}?sn=1002`,
      ]),
    )
    expect(asked.find(({ path }) => path.startsWith(HAS_UPDATE))?.token).toBeNull()
  })

  it('API-12 says what cannot be loaded, and loads it again', async () => {
    const server = updateServer(SN)
    const works = new Set<string>()
    await openPage(
      Component,
      {
        ...server.answers,
        [UPDATE]: (call) => (works.has(UPDATE) ? server.answers[UPDATE](call) : json({}, 500)),
      },
      two(),
    )
    await screen.findByText('Der Stand der Updates lässt sich gerade nicht laden.')
    works.add(UPDATE)
    await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }))
    await screen.findByRole('region', { name: 'Update' })
    await waitFor(() => expect(screen.queryByText(/lässt sich gerade nicht laden/)).toBeNull())
  })
})

describe('starting', () => {
  it('UPD-03 UPD-10 UPD-20 asks, notes the very words shown, and starts', async () => {
    const { calls, asked } = await open()
    await choose()
    await press('Update starten')
    const shown = dialog()
    expect(shown.textContent).toContain('Teil 1: Batteriemanagement 2.4.0 → 2.5.0')
    expect(shown.textContent).toContain('Das Update lässt sich nicht rückgängig machen.')
    const words = [
      shown.querySelector('h2')?.textContent,
      ...[...shown.querySelectorAll('p, li')].map((one) => one.textContent),
    ]
    await answer('Jetzt starten')
    await screen.findByRole('dialog', { name: 'Update in 2 Teilen gestartet' })
    const [consent] = calls(CONSENT)
    expect([consent?.form.get('sn'), consent?.form.get('lang')]).toEqual([SN, 'de'])
    expect(consent?.form.get('wording')?.split('\n')).toEqual(words)
    const [started] = calls(START)
    expect([...(started?.files ?? [])]).toEqual([
      ['sn', SN],
      ['update', '1'],
    ])
    expect(started?.token).toBeNull()
    const order = asked.map(({ path }) => path)
    expect(order.indexOf(CONSENT)).toBeLessThan(order.indexOf(START))
    await answer('Verstanden')
    await title('Warten auf den Speicher …')
    expect(card().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('5')
    expect(button('Weiter')).toHaveProperty('disabled', true)
    expect(stored.update.get()).toEqual({ sn: SN, updateStarted: true })
  })

  it('UPD-12 says that a start was cancelled', async () => {
    const { calls } = await open()
    await choose()
    await press('Update starten')
    await answer('Abbrechen')
    expect(screen.getByRole('alertdialog', { name: 'Start abgebrochen' })).toBeDefined()
    await answer('Verstanden')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect([calls(CONSENT), calls(START)]).toEqual([[], []])
    expect(button('Update starten')).toHaveProperty('disabled', false)
  })

  it.each([
    ['no_update', /gibt es gerade kein Update mehr/],
    ['origin_denied', /nimmt von dieser Adresse nichts an/],
    ['unavailable', /gerade nicht bereit/],
    ['internal', /Fehler aufgetreten/],
    ['update_changed', /Der Flugplan zeigt jetzt dieses/],
  ] as const)('UPD-10 after %s it can be tried again, and says so', async (code, text) => {
    const server = updateServer(SN)
    const refused = new Set([START])
    await open(server, { [START]: () => (refused.has(START) ? refusal(code) : server.answers[START]()) })
    await choose()
    await press('Update starten')
    await answer('Jetzt starten')
    await card().findByText(text)
    expect(card().getByText(/Sie können es noch einmal versuchen/)).toBeDefined()
    refused.clear()
    await press('Update starten')
    await answer('Jetzt starten')
    await screen.findByRole('dialog', { name: 'Update in 2 Teilen gestartet' })
  })

  it('UPD-10 started too often, it says how long to wait', async () => {
    await open(updateServer(SN), { [START]: () => refusal('too_many_attempts', { retry_after: 62 }) })
    await choose()
    await press('Update starten')
    await answer('Jetzt starten')
    await card().findByText(/Bitte warten Sie 1:0[12]/)
    expect(button('Update starten')).toHaveProperty('disabled', true)
  })
})

describe('a connection that is dead', () => {
  const never = () => new Promise<Response>(() => {})

  it('UPD-15 a question without an answer is given up, said, and asked again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const server = updateServer(SN)
    const dead = new Set<string>()
    await open(server, {
      [HAS_UPDATE]: (call) => (dead.has(HAS_UPDATE) ? never() : server.answers[HAS_UPDATE](call)),
    })
    await begin()
    dead.add(HAS_UPDATE)
    await tick(POLL_MS + ANSWER_MS)
    await card().findByText(/^Wir erreichen den Update-Dienst gerade nicht/)
    dead.clear()
    server.stand(status(37, true, true, true))
    await tick()
    await title('L2 wird aktualisiert.')
    expect(card().queryByText(/^Wir erreichen den Update-Dienst/)).toBeNull()
  })

  it('UPD-10 a start without an answer says that it is under way, and can be tried again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await open(updateServer(SN), { [START]: never })
    await choose()
    await press('Update starten')
    await answer('Jetzt starten')
    expect(card().getByText('Das Update von L2 wird gestartet …')).toBeDefined()
    await tick(ANSWER_MS)
    await card().findByText(/^Keine Verbindung zum Update-Dienst\./)
    expect(card().queryByText('Das Update von L2 wird gestartet …')).toBeNull()
    expect(button('Update starten')).toHaveProperty('disabled', false)
  })

  it('UPD-10 UPD-16 a start whose answer is lost is known from the main service', async () => {
    const server = updateServer(SN)
    const { say } = await open(server, { [START]: never })
    await choose()
    await press('Update starten')
    await answer('Jetzt starten')
    server.begin()
    say(two({ soc: null }))
    await screen.findByRole('dialog', { name: 'Update in 2 Teilen gestartet' })
    await answer('Verstanden')
    await title('Warten auf den Speicher …')
  })
})

describe('an update under way', () => {
  it('UPD-08 UPD-11 UPD-15 goes through both parts to its receipt', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { server, calls } = await open()
    await begin()
    server.stand(status(37, true, true, true))
    await tick()
    await title('L2 wird aktualisiert.')
    expect(card().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('37')
    expect(card().getByText(/Teil 1 von 2/)).toBeDefined()
    expect(plain(card().getByText('Teil 1 wird geschrieben').parentElement?.textContent)).toMatch(/37 %$/)
    server.stand(status(100, true, false, true))
    await tick()
    await title('Teil 1 von 2 ist fertig.')
    expect(card().getByText(/^Schalten Sie L2 jetzt 5–10 Sekunden ein/)).toBeDefined()
    server.stand(status(0, false, false, true))
    await tick()
    await card().findByText(/^Teil 2 folgt in wenigen Minuten\./)
    server.stand(status(100, true, false, false))
    await tick()
    await title('Schalten Sie den Speicher L2 wieder ein.')
    expect(card().getByText('Update geschrieben')).toBeDefined()
    server.stand(NOTHING, { ...receipt(SN, 'finished') })
    await tick()
    await card().findByText('Update vollständig')
    expect(stepNow()?.textContent).toMatch(/Abschließen/)
    const before = calls(HAS_UPDATE).length
    await tick(3 * POLL_MS)
    expect(calls(HAS_UPDATE)).toHaveLength(before)
    await press('Fertig')
    await title('Alle Speicher sind aktuell.')
    await waitFor(() => expect(calls(SEEN)).toHaveLength(1))
    expect(stored.update.get()).toBeNull()
  })

  it('UPD-11 between two parts it is said to switch the battery off again, as long as it is on', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const second = updateServer(SN, status(0, false, false, true), receipt(SN, 'running'))
    const { say } = await open(second, {}, two({ status: 'on' }))
    await title('Warten auf den Speicher …')
    const offAgain = 'Schalten Sie L2 jetzt wieder aus. Teil 2 folgt in wenigen Minuten.'
    expect(card().getByText(offAgain)).toBeDefined()
    await tick(QUIET_MS)
    expect(card().getByText(offAgain)).toBeDefined()
    say(two())
    await card().findByText(/^Teil 2 hat noch nicht begonnen/)
  })

  it('UPD-03 one who waits with the battery still on is told to switch it off', async () => {
    const waiting = updateServer(SN, OFFERED, receipt(SN, 'running'))
    const { say } = await open(waiting, {}, two({ status: 'on' }))
    await title('Warten auf den Speicher …')
    expect(card().getByText(/^Schalten Sie L2 jetzt aus:/)).toBeDefined()
    say(two())
    await card().findByText(/^Lassen Sie L2 ausgeschaltet\. Das Update beginnt/)
  })

  it('UPD-04 hints after two minutes without progress', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { server } = await open()
    await begin()
    await tick(QUIET_MS - POLL_MS)
    expect(card().queryByText(/^Zeigt das Display keinen Update-Modus\?/)).toBeNull()
    await tick(POLL_MS)
    await card().findByText(/^Zeigt das Display keinen Update-Modus\?/)
    server.stand(status(5, true, true, true))
    await tick()
    await waitFor(() => expect(card().queryByText(/^Zeigt das Display keinen Update-Modus\?/)).toBeNull())
  })

  it('UPD-09 UPD-13 is interrupted: says at how much, why, and what to do', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { server, calls } = await open()
    await begin()
    server.stand(status(37, true, true, true))
    await tick()
    await title('L2 wird aktualisiert.')
    server.stand(status(-1, false, true, true), broken(SN, 'silent'))
    await tick()
    const alert = await screen.findByRole('alertdialog', { name: 'Das Update wurde unterbrochen.' })
    expect(alert.textContent).toMatch(
      /Bitte schalten Sie die Batterie L2 ein und versuchen Sie es noch einmal/,
    )
    await waitFor(() =>
      expect(plain(alert.textContent)).toMatch(/Abgebrochen bei 37 % · \d\d:\d\d Uhr · L2 \(1002\)/),
    )
    expect(alert.textContent).toMatch(/eine Viertelstunde lang nicht gemeldet/)
    const before = calls(HAS_UPDATE).length
    await tick(2 * POLL_MS)
    expect(calls(HAS_UPDATE)).toHaveLength(before)
    await answer('Verstanden')
    await title('Welchen Speicher möchten Sie aktualisieren?')
    await waitFor(() => expect(calls(SEEN)).toHaveLength(1))
    expect(card().getByRole('radio', { name: /L2/ })).toHaveProperty('checked', false)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it.each([
    ['silent', true, /prüfen Sie die Internetverbindung/],
    ['failed', true, /schreiben Sie uns bitte/],
    ['refused', false, /Noch einmal zu starten hilft hier nicht\./],
    ['not_started', false, /Schalten Sie ihn aus/],
    ['not_switched_on', false, /Steht dort noch die alte, starten Sie/],
  ] as const)(
    'UPD-13 interrupted as %s, its advice does not contradict itself',
    async (reason, again, advice) => {
      await open(updateServer(SN, status(-1, false, true, true), broken(SN, reason)))
      const alert = await screen.findByRole('alertdialog', { name: 'Das Update wurde unterbrochen.' })
      const text = plain(alert.textContent)
      expect(text).toMatch(advice)
      expect(text.includes('Bitte schalten Sie die Batterie L2 ein und versuchen Sie es noch einmal.')).toBe(
        again,
      )
      expect(text).toContain('Ihre Daten und die Ladung bleiben erhalten.')
      const description = document.getElementById(alert.getAttribute('aria-describedby') ?? '')
      expect(description?.textContent).not.toBe('')
    },
  )

  it('UPD-14 UPD-16 a laptop that wakes after it was interrupted does not call it complete', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { server } = await open()
    await begin()
    server.stand(status(50, true, true, true))
    await tick()
    await title('L2 wird aktualisiert.')
    server.stand(NOTHING, broken(SN, 'silent', { seen: true }))
    await tick()
    await screen.findByRole('alertdialog', { name: 'Das Update wurde unterbrochen.' })
    expect(card().queryByText('Update vollständig')).toBeNull()
  })

  it('UPD-13 says that nothing can be heard, and goes on when it can', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const server = updateServer(SN)
    const away = new Set<string>()
    await open(server, {
      [HAS_UPDATE]: (call) =>
        away.has(HAS_UPDATE)
          ? Promise.reject(new TypeError('Failed to fetch'))
          : server.answers[HAS_UPDATE](call),
    })
    await begin()
    away.add(HAS_UPDATE)
    await tick()
    await card().findByText(/^Wir erreichen den Update-Dienst gerade nicht/)
    away.clear()
    await tick()
    await waitFor(() => expect(card().queryByText(/^Wir erreichen den Update-Dienst/)).toBeNull())
  })

  it('UPD-15 a session that cannot be renewed leads to sign-out', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const ended = () => refusal('session_expired')
    const over = new Set<string>()
    const server = updateServer(SN)
    const { calls } = await open(server, {
      [HAS_UPDATE]: (call) => (over.has(HAS_UPDATE) ? ended() : server.answers[HAS_UPDATE](call)),
      '/api/auth/token/refresh/': ended,
    })
    await begin()
    over.add(HAS_UPDATE)
    await tick()
    await screen.findByRole('alertdialog', { name: 'Es gab keinen neuen Zugangsschlüssel.' })
    const before = calls(HAS_UPDATE).length
    await tick(3 * POLL_MS)
    expect(calls(HAS_UPDATE)).toHaveLength(before)
  })

  /** A browser that keeps the update service's cookie back, where `kept` says so. */
  function keepingBack(server: Server, kept: ReadonlySet<string>): Answers {
    let renewals = 0
    const answers = { ...server.answers }
    return {
      [HAS_UPDATE]: (call) =>
        kept.has(HAS_UPDATE) ? refusal('session_required') : answers[HAS_UPDATE](call),
      [START]: () => (kept.has(START) ? refusal('session_required') : answers[START]()),
      '/api/auth/token/refresh/': () => {
        renewals += 1
        return json({ access: `a${renewals}`, refresh: `r${renewals}` })
      },
    }
  }

  it('UPD-15 a browser that keeps the cookie back is told so, not signed out; the main service says how it goes on', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const server = updateServer(SN)
    const kept = new Set<string>()
    const { calls, say } = await open(server, keepingBack(server, kept))
    await begin()
    kept.add(HAS_UPDATE)
    await tick()
    await card().findByText(/^Ihr Browser lässt das Cookie des Update-Dienstes nicht zu\./)
    const renewed = calls('/api/auth/token/refresh/').length
    await tick(3 * POLL_MS)
    expect(calls('/api/auth/token/refresh/')).toHaveLength(renewed)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    server.stand(status(37, true, true, true))
    say(two({ soc: null }))
    await title('L2 wird aktualisiert.')
  })

  it('UPD-10 UPD-15 a start without the cookie says why, signs nobody out, and can be tried again', async () => {
    const server = updateServer(SN)
    await open(server, keepingBack(server, new Set([START])))
    await choose()
    await press('Update starten')
    await answer('Jetzt starten')
    await card().findByText(/^Ihr Browser lässt das Cookie des Update-Dienstes nicht zu\./)
    expect(card().getByText(/^Ohne dieses Cookie/)).toBeDefined()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(button('Update starten')).toHaveProperty('disabled', false)
  })

  it('API-02 an expired cookie is renewed once with the token, unseen', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const server = updateServer(SN)
    const expired = new Set<string>()
    const { calls } = await open(server, {
      [HAS_UPDATE]: (call) =>
        expired.has(HAS_UPDATE) ? refusal('session_required') : server.answers[HAS_UPDATE](call),
      '/api/auth/token/refresh/': () => {
        expired.clear()
        return json({ access: 'a2', refresh: 'r2' })
      },
    })
    await begin()
    expired.add(HAS_UPDATE)
    server.stand(status(12, true, true, true))
    await tick()
    await title('L2 wird aktualisiert.')
    expect(calls('/api/auth/token/refresh/')).toHaveLength(1)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('going back', () => {
  it('UPD-07 UPD-12 asks, cancels what waits and resets all', async () => {
    const { calls } = await open()
    await begin()
    await press('Abbrechen')
    expect(screen.getByRole('dialog', { name: 'Update von L2 abbrechen?' })).toBeDefined()
    await answer('Weiter warten')
    expect(calls(CANCEL)).toEqual([])
    await press('Abbrechen')
    const listed = calls(UPDATES).length
    await answer('Update abbrechen')
    await title('Welchen Speicher möchten Sie aktualisieren?')
    expect(card().getByText(/^Das Update von L2 ist abgebrochen\./)).toBeDefined()
    expect([calls(CANCEL)[0]?.form.get('sn'), stored.update.get()]).toEqual([SN, null])
    await waitFor(() => expect(calls(UPDATES).length).toBeGreaterThan(listed))
  })

  it('UPD-12 says that it came too late to cancel', async () => {
    const { server } = await open(updateServer(SN), { [CANCEL]: () => refusal('update_started') })
    await begin()
    await press('Abbrechen')
    server.stand(status(5, true, true, true))
    await answer('Update abbrechen')
    await card().findByText(/^(Zum Abbrechen war es zu spät|Lassen Sie den Speicher ausgeschaltet)/)
  })

  it('UPD-07 what runs goes on, and can be come back to', async () => {
    const { calls } = await open(updateServer(SN, status(37, true, true, true), receipt(SN, 'running')))
    await title('L2 wird aktualisiert.')
    await press('Abbrechen')
    expect(dialog().textContent).toMatch(/läuft weiter, auch wenn Sie zurückgehen/)
    await answer('Zurückgehen')
    await title('Welchen Speicher möchten Sie aktualisieren?')
    expect(card().getByText(/^Das Update von L2 läuft weiter\./)).toBeDefined()
    expect(calls(CANCEL)).toEqual([])
    await userEvent.click(card().getByRole('radio', { name: /L2/ }))
    await press('Weiter')
    await title('L2 wird aktualisiert.')
  })
})

describe('from elsewhere', () => {
  it('UPD-16 resumes where the update really stands, on any device', async () => {
    await open(updateServer(SN, status(62, true, true, true), receipt(SN, 'running')))
    await title('L2 wird aktualisiert.')
    expect(card().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('62')
  })

  it('UPD-16 the server is believed, not what the browser remembers', async () => {
    stored.update.set({ sn: serialNumber.parse(SN), updateStarted: true })
    await open()
    await title('Welchen Speicher möchten Sie aktualisieren?')
    expect(card().getByRole('radio', { name: /L2/ })).toHaveProperty('checked', true)
  })

  it('UPD-16 UPD-19 an update that has ended unseen shows its receipt', async () => {
    const { calls } = await open(
      updateServer(SN, NOTHING, receipt(SN, 'finished')),
      {},
      two({ update: NOTHING }),
    )
    await title('Schalten Sie den Speicher L2 wieder ein.')
    await press('Fertig')
    await waitFor(() => expect(calls(SEEN)).toHaveLength(1))
  })

  it('UPD-16 another tab that starts it is followed', async () => {
    const { server } = await open()
    await choose()
    server.begin()
    act(
      () =>
        void window.dispatchEvent(
          new StorageEvent('storage', { key: stored.update.key, storageArea: localStorage }),
        ),
    )
    await title('Warten auf den Speicher …')
  })

  it('UPD-18 a system that is removed in another tab leaves no empty card, and is left to its update', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const systems = two()
    const running = updateServer(SN, status(37, true, true, true), receipt(SN, 'running'))
    const { cut } = await open(running, { [DATA]: () => json(wire(...systems)) }, systems)
    await title('L2 wird aktualisiert.')
    systems.pop()
    await cut()
    await tick()
    await card().findByText(/^1002 gehört nicht mehr zu Ihrem Konto\. .*lassen Sie ihn dann ausgeschaltet/)
    await title('Alle Speicher sind aktuell.')
    expect(screen.queryByText(/Sie können den Speicher wieder einschalten/)).toBeNull()
  })

  it('UPD-18 another device that cancels it is followed', async () => {
    const { server, say } = await open()
    await begin()
    server.stand(OFFERED, { outcome: 'cancelled' })
    say(two({ soc: null }))
    await card().findByText(/^Das Update von L2 ist abgebrochen\./)
  })
})

it('UPD-10 PRD-06 in English', async () => {
  await speak('en')
  const { calls } = await open()
  await userEvent.click(card().getByRole('radio', { name: /L2/ }))
  await userEvent.click(card().getByRole('checkbox', { name: 'L2 is switched off' }))
  await press('Next')
  await press('Start update')
  await answer('Start now')
  await screen.findByRole('dialog', { name: 'Update in 2 parts started' })
  expect(calls(CONSENT)[0]?.form.get('lang')).toBe('en')
  expect(calls(CONSENT)[0]?.form.get('wording')).toContain('The update cannot be undone.')
})
