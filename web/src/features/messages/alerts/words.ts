import type { WireAlert } from '@kellersonne/contract/messages/alerts'
import { findingNames } from '@kellersonne/core/energy/findings/judgement'
import { alertRules } from '@kellersonne/core/messages/alerts/causes'
import { RESOLVED } from '@kellersonne/core/messages/alerts/quiet'
import { displayOf } from '@kellersonne/core/messages/messages'
import { percent } from '@kellersonne/core/units/units'
import type { Formats } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'
import { ruleText } from '../own-rules/words.ts'
import { nameOf } from './push/nameOf.ts'

/** km/h in a metre a second. */
const KMH = 3.6

type Words = { readonly t: TFunction<'alerts'>; readonly f: Formats }
type Scene = { readonly now: Date; readonly timeZone: string }

/** True of a storm that has passed, though its alert goes on, so that it is not announced twice. */
const hasPassed = ({ storm }: WireAlert, now: Date) => storm !== null && new Date(storm.ends_at) <= now

export function stateOf(alert: WireAlert, now: Date) {
  const { cause, over_at, ended_at, wavering } = alert
  if (alertRules[cause].event) return 'event'
  if (over_at !== null || hasPassed(alert, now)) return 'over'
  if (wavering) return 'wavering'
  return ended_at === null ? 'open' : 'calming'
}

/** What an alert is about: "Störung „Relay!“". */
export function titleOf({ cause, code, count, rule, finding }: WireAlert, words: Words) {
  const name = findingNames.find((one) => one === finding)
  if (name) return words.t(`finding.${name}`)
  if (rule !== null) return ruleText(rule, words)
  if (cause === 'sign_in' && count > 1) return words.t('signIns', { number: words.f.number(count, 0) })
  return words.t(`cause.${cause}`, { display: code === null ? '' : displayOf(code) })
}

/** When: "seit 09:12 Uhr", or from when to when. */
export function whenOf(alert: WireAlert, { now, timeZone }: Scene, { t, f }: Words): string {
  const moment = (at: string) => f.moment(new Date(at), now, timeZone)
  const { cause, count, begun_at, ended_at, over_at } = alert
  if (alertRules[cause].event) return t(count > 1 ? 'last' : 'at', { time: moment(begun_at) })
  if (over_at === null && ended_at === null) return t('since', { time: moment(begun_at) })
  return t('span', { from: moment(begun_at), until: moment(ended_at ?? over_at ?? begun_at) })
}

/** How strong a storm is expected to be, when, and what helps until then. */
export function stormTexts({ storm }: WireAlert, { now, timeZone }: Scene, { t, f }: Words): string[] {
  if (storm === null) return []
  const moment = (at: string) => f.moment(new Date(at), now, timeZone)
  const gust = `${f.number(storm.gust * KMH, 0)} km/h`
  const gusts = t('storm.gusts', { gust, from: moment(storm.begins_at), until: moment(storm.ends_at) })
  if (new Date(storm.begins_at) <= now) return [gusts, t('storm.note')]
  const charge = storm.soc === null ? [] : [t('storm.soc', { soc: f.text(f.percent(percent(storm.soc))) })]
  return [gusts, ...charge, t('storm.advice'), t('storm.note')]
}

/** What was sent and what became of it, or why nothing is sent. */
export function noticeTexts(alert: WireAlert, { now, timeZone }: Scene, { t, f }: Words): string[] {
  if (alert.cause === 'claim') return [t('claimMail')]
  const sent = alert.notices.map(({ kind, channel, outcome, address, settled_at, at }) =>
    t(`outcome.${outcome ?? 'pending'}`, {
      what: t(`told.${channel}.${kind}`),
      address: channel === 'push' ? nameOf(address, t) : (address ?? ''),
      time: f.moment(new Date(settled_at ?? at), now, timeZone),
    }),
  )
  return alert.hold === null ? sent : [...sent, t(`hold.${alert.hold}`)]
}

/** Until when an alert is muted; null = it is not. */
export function mutedText({ muted_until }: WireAlert, { now, timeZone }: Scene, { t, f }: Words) {
  if (muted_until === null || new Date(muted_until) <= now) return null
  if (muted_until === RESOLVED.toISOString()) return t('mute.resolved')
  return t('mute.until', { time: f.moment(new Date(muted_until), now, timeZone) })
}
