import { useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { isSignedIn } from '../../../platform/session.ts'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { Pending } from '../../../ui/forms/Pending.tsx'
import { AuthLayout } from '../../../ui/layout/AuthLayout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { refreshProvider, useProvider } from '../api/provider.ts'
import { BeginForm } from './BeginForm.tsx'
import { LinkForm } from './LinkForm.tsx'
import { LinkReturn } from './LinkReturn.tsx'
import { type Leave, leavePage } from './leaveFor.ts'
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

/** Sign-in through the second provider (NAV-05, AUT-10). */
export function ProviderPage({ leave }: { leave: Leave }) {
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

/** Who is signed in gets here with the provider's answer alone, which links it to their account (AUT-18). */
export function Component() {
  const [linking] = useState(isSignedIn)
  return linking ? <LinkReturn /> : <ProviderPage leave={leavePage} />
}
