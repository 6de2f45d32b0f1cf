import type { TFunction } from '../../../../platform/i18n/translate.ts'
import type { UpdateFacts } from '../../api/updates.ts'
import type { VersionTexts } from '../../versions.ts'

/** What an owner agrees to: exactly this wording is shown and recorded (UPD-20). */
export type Wording = {
  readonly title: string
  readonly intro: string
  readonly parts: readonly string[]
  readonly rest: readonly string[]
}

type Localizer = { readonly t: TFunction<'updates'>; readonly versions: VersionTexts }

/** Summarizes the flight plan. */
export function wordingOf(
  { parts, ready }: UpdateFacts['plan'],
  name: string,
  language: 'de' | 'en',
  { t, versions }: Localizer,
): Wording {
  const changes = new Set(parts.flatMap((part) => (part.changes ? [part.changes[language]] : [])))
  return {
    title: t('confirm.title', { name }),
    intro: t('confirm.intro'),
    parts: parts.map((part, i) => {
      const change = versions.change(part)
      return parts.length > 1 ? t('confirm.part', { part: i + 1, change }) : change
    }),
    rest: [
      ...[...changes].map((text) => t('confirm.changes', { text })),
      ...(ready ? [] : [t('confirm.notReady')]),
      t('confirm.off'),
      t('confirm.irreversible'),
    ],
  }
}

/** The complete wording as one text. */
export const textOf = ({ title, intro, parts, rest }: Wording) => [title, intro, ...parts, ...rest].join('\n')
