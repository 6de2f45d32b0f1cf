import type { AlertCause } from '@kellersonne/core/messages/alerts/causes'
import type { Facts } from '../../alerts/mail/line.ts'

/** Texts of notifications beyond their titles, in one language. */
export type PushTexts = {
  readonly body: Readonly<Record<AlertCause, (facts: Facts) => string>>
  readonly wavering: string
  readonly ended: (facts: Facts) => string
  /** Where several are one. */
  readonly several: (count: number) => string
  /** All that a discreet notification says. */
  readonly discreet: string
  readonly test: { readonly title: string; readonly body: string }
}
