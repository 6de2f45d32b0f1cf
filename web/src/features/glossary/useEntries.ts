import { displayOf, flagNames } from '@kellersonne/core/messages/messages'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { type TermGroup, termGroups, terms } from './terms.ts'

type Entry = { readonly id: string; readonly name: string; readonly text: string; readonly isCode: boolean }
export type EntryGroup = { readonly group: TermGroup | 'code'; readonly entries: readonly Entry[] }

/** Terms whose name or text contains the search text, case-insensitively; omits empty groups. */
export function useEntries(sought: string): EntryGroup[] {
  const { t, language } = useTranslation('glossary', 'flags')
  const all: EntryGroup[] = termGroups.map((group) => ({
    group,
    entries: terms[group].map((id) => ({
      ...{ id, isCode: false },
      name: t(`term.${id}.name`),
      text: t(`term.${id}.text`),
    })),
  }))
  all.push({
    group: 'code',
    entries: flagNames.map((flag) => ({
      ...{ id: `code-${flag}`, isCode: true },
      name: displayOf(flag),
      text: t(`flags:${flag}.text`),
    })),
  })
  const plain = (text: string) => text.toLocaleLowerCase(language)
  const wanted = plain(sought.trim())
  return all
    .map(({ group, entries }) => ({
      group,
      entries: entries.filter(({ name, text }) => plain(`${name} ${text}`).includes(wanted)),
    }))
    .filter(({ entries }) => entries.length > 0)
}
