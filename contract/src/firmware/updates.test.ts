import { describe, expect, it } from 'vitest'
import { refused, ruleAt } from '../test/refused.ts'
import {
  getHasUpdate,
  giveConsent,
  listHasUpdate,
  listUpdates,
  namesOf,
  receipt,
  startUpdate,
} from './updates.ts'

const ID = '0197a6f2-5c1e-7d3a-9b1e-2f4c6a8b0d1e'
const AT = '2026-06-18T09:42:10Z'
const part = { chip: 'bms', from: '2.0.0', to: '2.1.0', size: 262_144, sha256: 'ab' }
const none = { begun_at: null, started_at: null, installed_at: null, ended_at: null }
const turn = { ...part, ...none, state: null, reason: null, details: [], heard_at: null, deadline: null }
const consent = { id: ID, sn: '1001', at: AT, language: 'de', wording: 'Ja', parts: [part] }
const flown = {
  ...{ id: ID, sn: '1001', by: null, asked_at: AT, ended_at: null, outcome: 'running', seen: false },
  ...{ parts: [turn], consent },
}

describe('the update service', () => {
  it.each(['1001', '-1'])('API-10 answers for sn=%s', (sn) => {
    expect(refused(getHasUpdate.query, { sn })).toEqual({})
    expect(refused(startUpdate.form, { sn, update: '1' })).toEqual({})
  })

  it.each([
    [{ sn: 'x1', update: '1' }, { sn: 'format' }],
    [{ sn: '1001', update: '0' }, { update: 'unknown' }],
    [{ sn: '1001' }, { update: 'required' }],
  ])('API-10 starts nothing for %j', (form, faults) => {
    expect(refused(startUpdate.form, form)).toMatchObject(faults)
  })

  it('API-08 is not the main service, which answers for all of them by sn=1', () => {
    expect(listHasUpdate.path).toBe(getHasUpdate.path)
    expect([getHasUpdate.auth, listHasUpdate.auth]).toEqual(['cookie', 'bearer'])
    expect(refused(listHasUpdate.query, { sn: '1001' })).toEqual({ sn: 'unknown' })
  })
})

describe('a consent', () => {
  const form = { sn: '1001', lang: 'de', wording: ' Ja, ich will. ', parts: 'bms 2.1.0' }

  it('UPD-20 is to a wording in a language, without the blanks around it', () => {
    expect(giveConsent.form.parse(form)).toEqual({ ...form, wording: 'Ja, ich will.' })
    expect(refused(giveConsent.form, { ...form, lang: 'fr' })).toEqual({ lang: 'unknown' })
    expect(refused(giveConsent.form, { ...form, wording: ' ' })).toEqual({ wording: 'too_short' })
  })

  it('UPD-20 is to the versions that chips get, in their order', () => {
    const parts = [part, { chip: 'inverter', to: '1.5.0' }]
    expect(namesOf(parts)).toBe('bms 2.1.0,inverter 1.5.0')
    expect(namesOf([])).toBe('')
  })

  it.each([
    ['wording', 4000],
    ['parts', 1000],
  ])('UPD-20 has %s of 1 to %i characters', (field, most) => {
    expect(ruleAt(giveConsent.form, field, 0)).toBe('required')
    expect(ruleAt(giveConsent.form, field, 1)).toBeUndefined()
    expect(ruleAt(giveConsent.form, field, most)).toBeUndefined()
    expect(ruleAt(giveConsent.form, field, most + 1)).toBe('too_long')
  })
})

describe('a receipt', () => {
  it('UPD-19 UPD-20 has each chip’s turn, and what was agreed to', () => {
    expect(receipt.parse(flown)).toEqual(flown)
  })

  it.each([{ id: '7' }, { outcome: 'waiting' }, { parts: [{ ...turn, state: 'flying' }] }])(
    'UPD-19 is never %j',
    (wrong) => {
      expect(receipt.safeParse({ ...flown, ...wrong }).success).toBe(false)
    },
  )

  it('SHL-08 UPD-19 is listed ten a page', () => {
    const pageOf = (length: number) => ({ total: 11, updates: Array.from({ length }, () => flown) })
    expect(listUpdates.response.safeParse(pageOf(10)).success).toBe(true)
    expect(listUpdates.response.safeParse(pageOf(11)).success).toBe(false)
    expect(listUpdates.query.parse({ sn: '1001' })).toEqual({ sn: '1001', page: 1 })
  })
})
