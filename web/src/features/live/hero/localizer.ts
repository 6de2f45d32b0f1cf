import type { TFunction } from 'i18next'
import type { Formats } from '../../../platform/i18n/format.ts'

/** Texts and formats of the dashboard in the selected language. */
export type Localizer = { readonly t: TFunction<'dashboard'>; readonly f: Formats }
