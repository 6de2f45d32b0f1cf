import type { NoticeKind } from '@kellersonne/core/messages/alerts/alert'
import type { AlertCause } from '@kellersonne/core/messages/alerts/causes'
import type { Facts } from './line.ts'

type Text = (facts: Facts) => string
/** Causes that last, and whose end is announced. */
type Lasting = 'fault' | 'warning' | 'grid' | 'silent' | 'battery' | 'rule'

/** Texts of the mails about alerts, in one language. */
export type AlertTexts = {
  /** Of several alerts. */
  readonly subject: (count: number) => string
  /** Of an alert that comes first, and of others. */
  readonly subjectWith: (title: string, others: number) => string
  readonly title: (cause: AlertCause, kind: NoticeKind, facts: Facts) => string
  readonly begun: Readonly<Record<AlertCause, Text>>
  readonly wavering: Readonly<Record<Lasting, Text>>
  readonly ended: Readonly<Record<Lasting, Text>>
  readonly more: (count: number) => string
  /** What to do if a faulty unit is dangerous. */
  readonly danger: string
  readonly button: string
  readonly mute: string
}

const lasting = ['fault', 'warning', 'grid', 'silent', 'battery', 'rule'] as const satisfies Lasting[]
const isLasting = (cause: AlertCause): cause is Lasting => lasting.some((one) => one === cause)

/** Returns the sentences of a notice. */
export const sentenceOf = (texts: AlertTexts, cause: AlertCause, kind: NoticeKind, facts: Facts): string =>
  kind !== 'begun' && isLasting(cause) ? texts[kind][cause](facts) : texts.begun[cause](facts)
