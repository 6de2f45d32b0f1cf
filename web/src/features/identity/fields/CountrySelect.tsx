import { countries } from '@kellersonne/core/identity/countries'
import { IconWorld } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Select } from '../../../ui/controls/Select.tsx'

type Props = Omit<ComponentProps<typeof Select>, 'options' | 'icon'> & {
  /** Label for no country, if that is allowed. */
  none?: string | undefined
}

/** Countries owners live in, with names and order of the current language. */
export function CountrySelect({ none, ...select }: Props) {
  const { language } = useTranslation('common')
  const format = useFormats()
  const { compare } = new Intl.Collator(language)
  const named = countries
    .map((code) => ({ value: code, label: format.country(code) }))
    .sort((a, b) => compare(a.label, b.label))
  return (
    <Select
      {...select}
      autoComplete="country"
      icon={<IconWorld size={18} stroke={1.5} aria-hidden />}
      options={none === undefined ? named : [{ value: '', label: none }, ...named]}
    />
  )
}
