import type { Formats } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'

/** Texts and formats of the dashboard in the selected language. */
export type Localizer = { readonly t: TFunction<'dashboard'>; readonly f: Formats }
