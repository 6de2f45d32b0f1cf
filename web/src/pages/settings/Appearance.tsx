import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useUntold } from '../../data/language.ts'
import { chooseDark, usePreferences } from '../../preferences.ts'
import { chooseLanguage } from '../../shell/chooseLanguage.ts'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Switch } from '../../ui/Switch.tsx'
import styles from './SettingsPage.module.css'

/** Dark or light on this device; the language here, and of the account's mails. */
export function Appearance() {
  const { t } = useTranslation(['settings', 'shell'])
  const { dark, language } = usePreferences()
  const { failed } = useUntold()
  const id = useId()
  return (
    <Card title={t('shell:appearance')} text={t('appearance.text')}>
      <div className={styles.choice}>
        <label htmlFor={id}>{t('shell:darkMode')}</label>
        <Switch id={id} checked={dark} onChange={() => chooseDark(!dark)} />
      </div>
      <div className={styles.choice}>
        <span aria-hidden>{t('shell:language')}</span>
        <SegmentedControl
          label={t('shell:language')}
          value={language}
          segments={[
            { value: 'de', label: t('shell:german') },
            { value: 'en', label: t('shell:english') },
          ]}
          choose={(choice) => void chooseLanguage(choice)}
        />
      </div>
      <Notice kind="warn" text={failed ? t('appearance.untold') : null} />
    </Card>
  )
}
