import { useEffect, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { providerName } from '../api/provider.ts'

/** Runs when the browser is idle; after this time in browsers without idle callbacks. */
const IDLE_MS = 500
function whenIdle(work: () => void) {
  if ('requestIdleCallback' in window) {
    const turn = window.requestIdleCallback(work)
    return () => window.cancelIdleCallback(turn)
  }
  const timer = setTimeout(work, IDLE_MS)
  return () => clearTimeout(timer)
}

/** The second provider's name; null until one is known to be configured. */
function useProvider() {
  const [name, setName] = useState<string | null>(null)
  useEffect(
    () =>
      whenIdle(() => {
        providerName().then(setName, () => null)
      }),
    [],
  )
  return name
}

/** Alternatives for visitors who cannot sign in here. */
export function ProviderSignIn() {
  const { t } = useTranslation('signIn')
  const provider = useProvider()
  return (
    <>
      <p className={styles.foot}>
        {t('noAccount')} <TextLink to="/register">{t('registerWithNumber')}</TextLink>
      </p>
      {provider && (
        <p className={styles.foot}>
          <TextLink to="/login_cleverpv">{t('withProvider', { provider })}</TextLink>
        </p>
      )}
    </>
  )
}
