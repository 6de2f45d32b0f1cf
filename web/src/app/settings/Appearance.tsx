import { useId } from 'react'
import { saveLanguage, useUnsavedLanguage } from '../../features/identity/api/language.ts'
import { useUser } from '../../features/identity/api/user.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { chooseDark, usePreferences } from '../../platform/preferences.ts'
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { TextButton } from '../../ui/controls/TextButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useListFocus } from '../../ui/hooks/useListFocus.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { chooseLanguage } from '../frame/appearance/chooseLanguage.ts'
import { usePanel } from '../frame/appearance/usePanel.tsx'
import { useMini } from '../frame/sidebar/useMini.ts'
import styles from './SettingsPage.module.css'

/** Shown if mails are written in another language than the portal's on this device; offers to change that. */
function Mails() {
  const { t } = useTranslation('settings', 'user')
  const language = usePreferences((preferences) => preferences.language)
  const { value: user } = useUser()
  const { wanted, failed } = useUnsavedLanguage()
  const mails = user?.lang ?? language
  const differs = mails !== language && wanted !== language
  const part = useListFocus<HTMLDivElement>(Number(differs))
  return (
    <div ref={part} className={styles.mails}>
      <Notice
        kind="info"
        text={differs ? t('appearance.mails', { language: t(`user:languages.${mails}`) }) : null}
      />
      {differs && (
        <TextButton onClick={() => saveLanguage(language)}>
          {t('appearance.mailsToo', { language: t(`user:languages.${language}`) })}
        </TextButton>
      )}
      <Notice kind="warn" text={failed ? t('appearance.untold') : null} />
    </div>
  )
}

/** Appearance of the sidebar, if there is one. */
function Sidebar() {
  const { t } = useTranslation('shell')
  const { mini, toggle } = useMini()
  const { open, panel } = usePanel()
  const id = useId()
  return (
    <div className={styles.sidebar}>
      {toggle && (
        <div className={styles.choice}>
          <label htmlFor={id}>{t('sidebar.mini')}</label>
          <Switch id={id} checked={mini} onChange={toggle} />
        </div>
      )}
      <div className={styles.choice}>
        <TextButton onClick={open}>{t('sidebar.adjust')}</TextButton>
      </div>
      {panel}
    </div>
  )
}

/** Colour scheme and sidebar on this device; language here and in the account's mails. */
export function Appearance() {
  const { t } = useTranslation('settings', 'shell')
  const { dark, language } = usePreferences()
  const id = useId()
  return (
    <Card title={t('shell:appearance')} text={t('appearance.text')}>
      <div className={styles.choice}>
        <label htmlFor={id}>{t('shell:darkMode')}</label>
        <Switch id={id} checked={dark} onChange={() => chooseDark(!dark)} />
      </div>
      <Sidebar />
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
      <Mails />
    </Card>
  )
}
