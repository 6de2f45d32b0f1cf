import { passwordRuleNames, passwordRules } from '@kellersonne/core/identity/passwords'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import styles from './PasswordChoice.module.css'

/** The rules for a password, ticked off while it is typed (AUT-02). */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  const { t } = useTranslation('password')
  return (
    <ul id={id} className={styles.rules} aria-label={t('needs')}>
      {passwordRuleNames.map((rule) => {
        const isMet = passwordRules[rule](password)
        const Icon = isMet ? IconCircleCheck : IconCircle
        return (
          <li key={rule} data-kept={isMet || undefined}>
            <Icon size={16} stroke={1.5} aria-hidden />
            {t(`rules.${rule}`)}
            {isMet && <span className="visually-hidden">{t('kept')}</span>}
          </li>
        )
      })}
    </ul>
  )
}
