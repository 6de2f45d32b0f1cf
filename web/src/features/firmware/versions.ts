import type { UpdatedPart } from '@kellersonne/contract/energy/events'
import { useMemo } from 'react'
import type { Formats } from '../../platform/i18n/format.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import type { TFunction } from '../../platform/i18n/translate.ts'
import { useFormats } from '../../platform/i18n/useFormats.ts'

/** Chips with a translated name; any other goes by its own. */
const chips = ['bms', 'inverter', 'gateway'] as const

type Change = Pick<UpdatedPart, 'chip' | 'from' | 'to'>

function versionWords(t: TFunction<'versions'>, f: Formats) {
  function chip(name: string): string {
    const known = chips.find((one) => one === name)
    return known ? t(`chip.${known}`) : name
  }

  const change = ({ chip: name, from, to }: Change): string =>
    from === null ? t('changeUnknown', { chip: chip(name), to }) : t('change', { chip: chip(name), from, to })

  const changes = (parts: readonly Change[]) => f.list(parts.map(change))

  return {
    chip,

    /** "Batteriemanagement 2.4.0 → 2.5.0" */
    change,

    /** "Batteriemanagement 2.4.0", one per chip. */
    each: (versions: Readonly<Record<string, string>>): readonly string[] =>
      Object.entries(versions).map(([name, version]) => t('of', { chip: chip(name), version })),

    /** What an update has installed, and what it has not. */
    updated(parts: readonly UpdatedPart[]): string {
      const [done, missed] = [true, false].map((installed) =>
        parts.filter((part) => part.installed === installed),
      )
      return [
        done?.length && t('installed', { changes: changes(done) }),
        missed?.length && t('notInstalled', { changes: changes(missed) }),
      ]
        .filter(Boolean)
        .join(' ')
    },
  }
}
export type VersionTexts = ReturnType<typeof versionWords>

/** Texts for chips and versions in the current language; the same object until it changes. */
export function useVersionTexts(): VersionTexts {
  const { t } = useTranslation('versions')
  const f = useFormats()
  return useMemo(() => versionWords(t, f), [t, f])
}
