import { IconLanguage, IconMoon } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { chooseDark, usePreferences } from '../../../platform/preferences.ts'
import rows from '../../../ui/controls/MenuRow.module.css'
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { chooseLanguage } from './chooseLanguage.ts'

/** Dark or light, German or English. */
export function AppearanceRows() {
  const { t } = useTranslation('shell')
  const { dark, language } = usePreferences()
  const id = useId()
  return (
    <>
      <label className={rows.row} htmlFor={id}>
        <IconMoon size={20} stroke={1.5} aria-hidden />
        {t('darkMode')}
        <Switch id={id} checked={dark} onChange={() => chooseDark(!dark)} />
      </label>
      <div className={rows.row}>
        <IconLanguage size={20} stroke={1.5} aria-hidden />
        <span>{t('language')}</span>
        <SegmentedControl
          label={t('language')}
          value={language}
          segments={[
            { value: 'de', label: 'DE', name: t('german') },
            { value: 'en', label: 'EN', name: t('english') },
          ]}
          choose={(choice) => void chooseLanguage(choice)}
        />
      </div>
    </>
  )
}
