import type { Claim } from '@kellersonne/contract/systems/systems'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useLocation, useNavigate } from '../../../platform/router/context.tsx'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import styles from '../../../ui/forms/Form.module.css'
import { AuthLayout } from '../../../ui/layout/AuthLayout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { RegisteredBy } from './fields.ts'
import { MailSentNotice } from './MailSentNotice.tsx'
import { Registered } from './Registered.tsx'
import { type ProviderProfile, RegisterForm } from './RegisterForm.tsx'

const arrival = z.object({ ticket: z.string(), email: z.nullable(z.string()) })

/** Reads the data passed on by the second provider's page. */
function arrivalIn(state: unknown): ProviderProfile {
  const read = arrival.safeParse(state)
  return read.success
    ? { ticket: read.data.ticket, email: read.data.email ?? '' }
    : { ticket: null, email: '' }
}

/**
 * What the second provider's page has passed on. It is taken out of the history, which outlives the page: Back or a
 * restored tab would show the next person at this browser the address, and link their account to this identity.
 */
function useArrival(): ProviderProfile {
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  const [arrival] = useState(() => arrivalIn(state))
  useEffect(() => {
    if (state !== null) void navigate({ pathname, search, hash }, { replace: true })
  }, [navigate, pathname, search, hash, state])
  return arrival
}

export function Component() {
  const { t } = useTranslation('register')
  const arrival = useArrival()
  const [end, setEnd] = useState<readonly Claim[] | RegisteredBy | null>(null)
  if (end) {
    return (
      <AuthLayout>
        {typeof end === 'string' ? (
          <MailSentNotice by={end} again={() => setEnd(null)} />
        ) : (
          <Registered claims={end} />
        )}
      </AuthLayout>
    )
  }
  return (
    <AuthLayout>
      <Panel title={t('title')} intro={t('intro')} wide>
        <RegisterForm arrival={arrival} registered={(claims, by) => setEnd(claims ?? by)} />
        <p className={styles.foot}>
          {t('haveAccount')} <TextLink to="/login">{t('signIn')}</TextLink>
        </p>
      </Panel>
    </AuthLayout>
  )
}
