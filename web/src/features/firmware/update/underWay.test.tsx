import { POLL_MS, QUIET_MS } from '@kellersonne/core/firmware/wizard/state'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { plain } from '../../../../test/dashboard.tsx'
import {
  answer,
  begin,
  card,
  dialog,
  onUpdatePage,
  open,
  press,
  SN,
  stepNow,
  tick,
  title,
  two,
} from '../../../../test/updatePage.ts'
import {
  CANCEL,
  HAS_UPDATE,
  NOTHING,
  OFFERED,
  receipt,
  SEEN,
  status,
  UPDATES,
  updateServer,
} from '../../../../test/updates.ts'
import { refusal } from '../../../../test/wire.ts'
import { stored } from '../../../platform/stored.ts'

onUpdatePage()

describe('an update under way', () => {
  it('UPD-08 UPD-11 UPD-15 goes through both parts to its receipt', async () => {
    vi.useFakeTimers()
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
    vi.useFakeTimers()
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
    vi.useFakeTimers()
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
