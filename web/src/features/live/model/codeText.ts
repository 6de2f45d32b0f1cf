import { displayOf, isUnknown } from '@kellersonne/core/messages/messages'

type T = (key: 'flags:quoted', values: { readonly code: string }) => string

/** A code as the unit's own display shows it, in quotation marks if it is the unit's own text. */
export const codeText = (code: string, t: T): string =>
  isUnknown(code) ? t('flags:quoted', { code }) : displayOf(code)
