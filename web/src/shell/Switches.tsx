import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { chooseDark, chooseLanguage, usePreferences } from '../preferences.ts'
import { IconButton } from '../ui/IconButton.tsx'

/** Language and appearance, each one press away. */
export function Switches() {
  const { t } = useTranslation('shell')
  const { dark, language } = usePreferences()
  const Icon = dark ? IconSun : IconMoon
  return (
    <>
      <IconButton
        label={`${language.toUpperCase()}: ${t('otherLanguage')}`}
        onClick={() => void chooseLanguage(language === 'de' ? 'en' : 'de')}
      >
        {language.toUpperCase()}
      </IconButton>
      <IconButton label={dark ? t('toLight') : t('toDark')} onClick={() => chooseDark(!dark)}>
        <Icon size={20} stroke={1.5} aria-hidden />
      </IconButton>
    </>
  )
}
