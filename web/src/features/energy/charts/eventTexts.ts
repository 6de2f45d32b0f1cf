import { counterFromWire } from '@kellersonne/contract/energy/counters'
import type { ChartEvent } from '@kellersonne/contract/energy/events'
import { entryOf } from '@kellersonne/core/messages/messages'
import { known, type WattHours } from '@kellersonne/core/units/units'
import type { Formats } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'
import type { VersionTexts } from '../../firmware/versions.ts'
import { codeText } from '../../live/model/codeText.ts'

type T = TFunction<'charts', 'flags'>
type Localizer = {
  readonly t: T
  readonly f: Formats
  readonly versions: VersionTexts
  readonly timeZone: string
  readonly now: Date
}

/** An event as a sentence. */
export function eventSentence(event: ChartEvent, { t, f, versions, timeZone, now }: Localizer): string {
  switch (event.kind) {
    case 'message':
      return t('events.message', {
        code: codeText(event.code, t),
        text: t(`flags:${entryOf(event.code)}.text`, { code: event.code }),
      })
    case 'late':
      return t('events.late', { time: f.moment(new Date(event.heard_at), now, timeZone) })
    case 'command':
      return t('events.command', {
        command: t(`commands.${event.command}`),
        state: t(`commandStates.${event.state}`),
      })
    case 'update':
      return versions.updated(event.parts)
    case 'correction':
      return correctionSentence(event, { t, f })
    case 'offline':
    case 'calibration':
      return t(`events.${event.kind}`)
  }
}

type Corrected = Pick<Extract<ChartEvent, { kind: 'correction' }>, 'counter' | 'before' | 'after'>

/** Describes a correction, with energies in the owner's format. */
export function correctionSentence(
  { counter, before, after }: Corrected,
  { t, f }: Pick<Localizer, 't' | 'f'>,
) {
  const what = counter === null ? t('corrections.everything') : t(`counters.${counterFromWire[counter]}`)
  if (before === null && after === null) return t('corrections.implausible', { what })
  const energy = (value: number | null) => f.text(f.energy(known<WattHours>(value)))
  if (before === after) return t('corrections.value', { what, value: energy(after) })
  return t('corrections.replaced', { what, before: energy(before), after: energy(after) })
}

/** When an event began and ended, and how often it happened. */
export function eventTimes(event: ChartEvent, { t, f, timeZone, now }: Localizer): string {
  const moment = (at: string | null) => at && f.moment(new Date(at), now, timeZone)
  const [from, until] = [moment(event.from), moment(event.until)]
  const momentary =
    event.kind === 'calibration' ||
    event.kind === 'command' ||
    event.kind === 'late' ||
    event.from === event.until
  const count = event.kind === 'message' && (event.count ?? 1) > 1 ? event.count : null
  const span =
    from && momentary
      ? from
      : from && until
        ? t('events.between', { from, until })
        : from
          ? t('events.open', { from })
          : until
            ? t('events.before', { until })
            : t('events.always')
  return count === null ? span : `${span} · ${t('events.times', { count })}`
}
