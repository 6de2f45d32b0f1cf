import { type IssuedCommand, lateOutcomes, type ReportedOutcome } from '@kellersonne/core/control/commands'
import type { Formats } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'
import { durationText } from './durationText.ts'

export type TextContext = {
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
export function reasonText(reason: string | null, t: TextContext['t']): string {
  if (reason === null || reason.trim() === '') return t('reason.none')
  const known = reasons.find((one) => one === reason)
  return known ? t(`reason.${known}`) : t('reason.other', { reason })
}

const AT_ONCE_MS = 1000
const MINUTE = 60_000
/** Rounds a deadline up to the minute: it is never shown as over too early. */
const wholeMinute = (at: Date) => new Date(Math.ceil(at.getTime() / MINUTE) * MINUTE)

/** "Standby: angenommen" */
export function progressTitle(
  { name: command, progress: { state } }: IssuedCommand,
  { t, name }: TextContext,
) {
  return t('progress.title', { command: t(`name.${command}`), state: t(`progress.${state}`, { name }) })
}

/** The status of a command as a sentence with its times. */
export function progressText(
  { askedAt, progress }: IssuedCommand,
  { t, f, name, timeZone, now }: TextContext,
) {
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
      const values = { name, time: time(progress.endedAt) }
      return progress.acceptedAt === null
        ? t('progress.unanswered', values)
        : t('progress.unfinished', values)
    }
  }
}

function wordText({ outcome, reason }: ReportedOutcome, t: TextContext['t']) {
  const word = t(`word.${outcome}`)
  return outcome === 'refused' && reason !== null ? `${word}. ${reasonText(reason, t)}` : word
}

/** What the unit reported after the command had ended, and how much later. */
export function lateTexts(command: IssuedCommand, { t }: Pick<TextContext, 't'>): readonly string[] {
  const { progress } = command
  if (!('endedAt' in progress)) return []
  const texts = lateOutcomes(command).map((outcome) => {
    const word = wordText(outcome, t)
    const ms = outcome.at.getTime() - progress.endedAt.getTime()
    return ms < AT_ONCE_MS
      ? t('progress.atOnce', { word })
      : t('progress.late', { after: durationText(ms, t), word })
  })
  return [...new Set(texts)]
}
