import { type GivenCommand, lateWords, type Word } from '@kellersonne/core/control/commands'
import type { TFunction } from 'i18next'
import type { Formats } from '../../../platform/i18n/format.ts'
import { lasted } from './lasted.ts'

export type Wording = {
  readonly t: TFunction<'commands'>
  readonly f: Formats
  /** The system's display name. */
  readonly name: string
  readonly timeZone: string
  readonly now: Date
}

/** Reasons defined by the protocol; any other is shown as sent by the unit. */
const reasons = ['expired', 'main_switch_off', 'not_on', 'stopped', 'not_understood'] as const

/** The text for a unit's reason to refuse. */
export function reasonText(reason: string | null, t: Wording['t']): string {
  if (reason === null || reason.trim() === '') return t('reason.none')
  const known = reasons.find((one) => one === reason)
  return known ? t(`reason.${known}`) : t('reason.other', { reason })
}

const AT_ONCE_MS = 1000
const MINUTE = 60_000
/** Rounds a deadline up to the minute: it is never shown as over too early. */
const wholeMinute = (at: Date) => new Date(Math.ceil(at.getTime() / MINUTE) * MINUTE)

/** "Standby: angenommen" */
export function progressTitle({ name: command, progress: { state } }: GivenCommand, { t, name }: Wording) {
  return t('progress.title', { command: t(`name.${command}`), state: t(`progress.${state}`, { name }) })
}

/** The status of a command as a sentence with its times. */
export function progressText({ askedAt, progress }: GivenCommand, { t, f, name, timeZone, now }: Wording) {
  const time = (at: Date) => f.moment(at, now, timeZone)
  switch (progress.state) {
    case 'waiting': {
      const deadline = time(wholeMinute(progress.deadline))
      return t('progress.waitingText', { name, time: time(askedAt), deadline })
    }
    case 'accepted':
      return t('progress.acceptedText', { name, deadline: time(wholeMinute(progress.deadline)) })
    case 'done':
      return t('progress.doneText', { name, time: time(progress.endedAt) })
    case 'refused':
      return reasonText(progress.reason, t)
    case 'timed_out': {
      const said = { name, time: time(progress.endedAt) }
      return progress.acceptedAt === null ? t('progress.unanswered', said) : t('progress.unfinished', said)
    }
  }
}

function wordText({ outcome, reason }: Word, t: Wording['t']) {
  const word = t(`word.${outcome}`)
  return outcome === 'refused' && reason !== null ? `${word}. ${reasonText(reason, t)}` : word
}

/** What the unit reported after the command had ended, and how much later. */
export function lateTexts(command: GivenCommand, { t }: Pick<Wording, 't'>): readonly string[] {
  const { progress } = command
  if (!('endedAt' in progress)) return []
  const texts = lateWords(command).map((said) => {
    const word = wordText(said, t)
    const ms = said.at.getTime() - progress.endedAt.getTime()
    return ms < AT_ONCE_MS
      ? t('progress.atOnce', { word })
      : t('progress.late', { after: lasted(ms, t), word })
  })
  return [...new Set(texts)]
}
