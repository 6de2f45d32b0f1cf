import { fromStatus } from '@kellersonne/contract/firmware/status'
import type { getUpdate, Receipt } from '@kellersonne/contract/firmware/updates'
import type { Answer } from '@kellersonne/contract/shared/endpoint'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { Interruption } from '@kellersonne/core/firmware/chip-update'
import type { UpdateStatus } from '@kellersonne/core/firmware/status'
import { wire } from '../systems.ts'
import { json, type RecordedCall, refusal } from '../wire.ts'

const SERVICE = 'https://updates.example.org'
export const UPDATE = '/api/auth/update/'
export const CONSENT = '/api/auth/update/consent/'
export const CANCEL = '/api/auth/update/cancel/'
export const SEEN = '/api/auth/update/seen/'
export const UPDATES = '/api/auth/updates/'
export const HAS_UPDATE = `${SERVICE}/api/v1/has_update`
export const START = `${SERVICE}/api/v1/update/`
const DATA = '/api/auth/data/'

type Facts = Answer<typeof getUpdate>
const sha256 = 'ab'.repeat(32)
const parts = [
  { chip: 'bms', from: '2.4.0', to: '2.5.0', size: 1000, sha256 },
  { chip: 'inverter', from: '1.9.1', to: '1.9.2', size: 2000, sha256 },
]
const unreported = {
  ...{ details: [], reason: null, begun_at: null, started_at: null, installed_at: null },
  ...{ ended_at: null, heard_at: null, deadline: null },
}

/** `pending`: for each chip, whether its update is still to come. */
export const status = (percent: number, isStarted: boolean, ...pending: boolean[]): UpdateStatus => ({
  ...{ isNew: pending.length > 0, isStarted, isWaiting: false, percent },
  chips: pending.map((one, i) => ({ chip: parts[i]?.chip ?? 'bms', pending: one })),
})
export const NOTHING = status(0, false)
export const OFFERED = status(0, false, true, true)

/** An update as sent by the main service, started now. */
export function receipt(sn: string, outcome: Receipt['outcome'], more: Partial<Receipt> = {}): Receipt {
  const at = new Date().toISOString()
  return {
    ...{ id: crypto.randomUUID(), sn: serialNumber.parse(sn), by: 'anna@example.org', asked_at: at },
    ...{ ended_at: outcome === 'running' ? null : at, outcome, seen: false, consent: null },
    parts: parts.map((part) => ({
      ...part,
      ...unreported,
      state: outcome === 'finished' ? 'finished' : null,
    })),
    ...more,
  }
}
/** An update interrupted in its first part. */
export function broken(sn: string, reason: Interruption, more: Partial<Receipt> = {}): Receipt {
  const given = receipt(sn, 'interrupted', more)
  return {
    ...given,
    parts: given.parts.map((part, i) => (i > 0 ? part : { ...part, state: 'interrupted', reason })),
  }
}

/** Both services, with the state of one system's update: `stand` changes it, from any device. */
export function updateServer(sn: string, first: UpdateStatus = OFFERED, newest: Receipt | null = null) {
  const now = { status: first, last: newest }
  const facts = (asked: string): Facts => {
    const own = asked === sn ? now : { status: NOTHING, last: null }
    const isReady = { online: true, switched_off: true, update_mode: true, charged: true }
    const offered = parts.filter((_, i) => own.status.chips[i]?.pending)
    return {
      ...{ sn: serialNumber.parse(asked), service: SERVICE, versions: { bms: '2.4.0', inverter: '1.9.1' } },
      status: fromStatus(own.status),
      last: own.last,
      plan: {
        ...{ checks: isReady, ready: true },
        parts: offered.map((part) => ({
          ...{ ...part, notes: { de: 'Neues', en: 'News' }, usual: null },
          changes: { de: 'Das Display zeigt mehr.', en: 'The display shows more.' },
        })),
      },
    }
  }
  const asked = ({ path }: RecordedCall) => new URL(path, SERVICE).searchParams.get('sn') ?? ''
  function start() {
    now.status = { ...OFFERED }
    now.last = receipt(sn, 'running')
    return json({ updates: fromStatus(now.status).updates })
  }
  function cancel() {
    if (now.status.isStarted) return refusal('update_started')
    now.last = now.last && { ...now.last, outcome: 'cancelled', ended_at: new Date().toISOString() }
    return json(now.last)
  }
  function see() {
    now.last = now.last && { ...now.last, seen: true }
    if (now.status.percent < 0) now.status = OFFERED
    return json(now.last)
  }
  const consent = ({ form }: RecordedCall) =>
    json({
      ...{ id: crypto.randomUUID(), sn, at: new Date().toISOString(), language: form.get('lang') },
      ...{ wording: form.get('wording'), parts },
    })
  return {
    answers: {
      [UPDATE]: (call: RecordedCall) => json(facts(asked(call))),
      [HAS_UPDATE]: (call: RecordedCall) => json(facts(asked(call)).status),
      [CONSENT]: consent,
      [START]: start,
      [CANCEL]: cancel,
      [SEEN]: see,
      [UPDATES]: () => json({ total: 0, updates: [] }),
      [DATA]: () => json(wire()),
    },
    /** Changes the state; omitted fields stay the same. */
    setStatus(status: UpdateStatus, last: Partial<Receipt> | null = {}) {
      now.status = status
      now.last = now.last && last ? { ...now.last, ...last } : null
    },
    /** Another device starts it. */
    begin: start,
  }
}
