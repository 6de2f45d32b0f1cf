import { NO_UPDATE } from '@kellersonne/core/firmware/status'
import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { asOwner, plain } from '../../../../../test/dashboard.tsx'
import { loadNamespaces } from '../../../../platform/i18n/i18n.ts'
import { Stepper } from './Stepper.tsx'
import { SystemChoice } from './SystemChoice.tsx'
import { UpdateGauge } from './UpdateGauge.tsx'
import { VersionsTable } from './VersionsTable.tsx'

beforeAll(() => loadNamespaces('update'))
asOwner()

const offered = {
  ...{ isNew: true, isStarted: false, isWaiting: false, percent: 0 },
  chips: ['bms', 'gateway'].map((chip) => ({ chip, pending: true })),
}
const systems = [
  liveSystem(1, { versions: { bms: '2.5.0' }, update: NO_UPDATE }),
  liveSystem(2, {
    versions: { bms: '2.4.0', inverter: '1.9.2', gateway: '3.1.0' },
    status: 'off',
    update: offered,
  }),
  liveSystem(3, { versions: {}, status: null }),
]

describe('the gauge', () => {
  const gauge = (...props: [number | null, Parameters<typeof UpdateGauge>[0]['state']]) => {
    const { unmount } = render(<UpdateGauge percent={props[0]} state={props[1]} label="L2" />)
    const bar = screen.getByRole('progressbar', { name: 'L2' })
    const texts = [bar.getAttribute('aria-valuenow'), plain(bar.getAttribute('aria-valuetext'))]
    const shown = plain(bar.textContent)
    unmount()
    return [...texts, shown]
  }

  it.each([
    [0, 'waiting', ['5', 'wartet, 5 %', '5%']],
    [5, 'running', ['5', '5 %', '5%']],
    [37, 'running', ['37', '37 %', '37%']],
    [99, 'done', ['100', '100 %', '100%']],
    [37, 'failed', [null, 'unterbrochen', '!']],
    [null, 'failed', [null, 'unterbrochen', '!']],
    [null, 'running', [null, 'nicht bekannt', '–']],
  ] as const)('UPD-08 UPD-09 of %s, %s', (percent, state, expected) => {
    expect(gauge(percent, state)).toEqual(expected)
  })

  it.each([-1, -0.1, 100.5, 101, Number.NaN, Number.POSITIVE_INFINITY])('UPD-09 refuses %d', (percent) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => gauge(percent, 'running')).toThrow(RangeError)
    expect(() => gauge(percent, 'done')).toThrow(RangeError)
  })
})

it('UPD-01 the steps say which is done and which is on', () => {
  render(<Stepper steps={['Auswählen', 'Aktualisieren', 'Abschließen']} current={1} />)
  const steps = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null])
  expect(steps.map((step) => step.textContent)).toEqual([
    'Auswählen, erledigt',
    '2Aktualisieren',
    '3Abschließen',
  ])
})

describe('the choice', () => {
  it('UPD-02 offers what has an update first, and nothing else', () => {
    const onChoose = vi.fn()
    render(<SystemChoice systems={systems} chosen={null} onChoose={onChoose} error={null} />)
    const radios = screen.getAllByRole('radio')
    expect(radios.map((radio) => radio.hasAttribute('disabled'))).toEqual([false, true, true])
    expect(radios.map((radio) => plain(radio.closest('label')?.textContent))).toEqual([
      'L2 · 1002Batteriemanagement 2.4.0 · Kommunikation 3.1.0Update in 2 TeilenUpdate',
      'L1 · 1001kein Update verfügbaraktuell',
      'L3 · 1003Version unbekanntkein Update verfügbar',
    ])
    fireEvent.click(screen.getByRole('radio', { name: /^L2/ }))
    expect(onChoose).toHaveBeenCalledWith('1002')
  })

  it.each([
    ['isWaiting', 'Update wartet'],
    ['isStarted', 'Update läuft'],
  ])('UPD-02 V16 says of one that is under way how it is: %s', (state, words) => {
    const under = liveSystem(2, { update: { ...offered, [state]: true } })
    render(<SystemChoice systems={[under]} chosen={null} onChoose={() => {}} error={null} />)
    expect(plain(screen.getByRole('radio').closest('label')?.textContent)).toMatch(new RegExp(`${words}$`))
  })

  it('UPD-02 says what is wrong at the choice', () => {
    render(<SystemChoice systems={systems} chosen={null} onChoose={() => {}} error="Bitte wählen" />)
    const group = screen.getByRole('radiogroup', { name: 'Speicher' })
    expect(group.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Bitte wählen',
    )
  })
})

it('UPD-02 lists the versions of each system as they are now', () => {
  render(<VersionsTable systems={systems} />)
  const rows = within(screen.getByRole('table', { name: 'Aktuelle Versionen' })).getAllByRole('row')
  expect(rows.slice(1).map((row) => [...row.children].map((cell) => cell.textContent).join(' | '))).toEqual([
    'L1 | 1001 | verbunden | Batteriemanagement 2.5.0',
    'L2 | 1002 | aus | Batteriemanagement 2.4.0Wechselrichter 1.9.2Kommunikation 3.1.0',
    'L3 | 1003 | unbekannt | unbekannt',
  ])
})
