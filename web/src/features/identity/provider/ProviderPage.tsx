import { useTranslation } from 'react-i18next'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { Pending } from '../../../ui/forms/Pending.tsx'
import { AuthLayout } from '../../../ui/layout/AuthLayout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { refreshProvider, useProvider } from '../api/provider.ts'
import { BeginForm } from './BeginForm.tsx'
import { LinkForm } from './LinkForm.tsx'
import { type ProviderSignIn, useProviderSignIn } from './useProviderSignIn.ts'

function Unavailable() {
  const { t } = useTranslation('provider')
  return (
    <div className={styles.form}>
      <p className={styles.text}>{t('none')}</p>
      <p>
        <TextLink to="/login">{t('withPassword')}</TextLink>
      </p>
    </div>
  )
}

function Step({ name, ...signIn }: ProviderSignIn & { name: string }) {
  const { t } = useTranslation('provider')
  const { step } = signIn
  if (step === 'begin') return <BeginForm name={name} {...signIn} />
  if (step !== 'finishing') return <LinkForm name={name} to={step} {...signIn} />
  return (
    <div className={styles.form}>
      <p role="status" className={styles.text}>
        {t('finishing')}
      </p>
    </div>
  )
}

type Props = {
  /** Redirects the browser to another site. */
  leave: (url: string) => void
}

/** Sign-in through the second provider (NAV-05, AUT-10). */
export function ProviderPage({ leave }: Props) {
  const { t } = useTranslation('provider')
  const { value, fault } = useProvider()
  const signIn = useProviderSignIn(leave)
  const name = value?.name ?? null
  const title = typeof signIn.step === 'object' ? t('link') : name ? t('with', { name }) : t('title')
  return (
    <AuthLayout bare>
      <Panel title={title}>
        {value === null && <Pending known={false} fault={fault} retry={refreshProvider} />}
        {value !== null && (name === null ? <Unavailable /> : <Step name={name} {...signIn} />)}
      </Panel>
    </AuthLayout>
  )
}

export const Component = () => <ProviderPage leave={(url) => window.location.assign(url)} />
