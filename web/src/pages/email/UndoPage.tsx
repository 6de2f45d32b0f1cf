import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AuthLayout } from '../../shell/AuthLayout.tsx'
import { useLinkToken } from '../../shell/useLinkToken.ts'
import { Panel } from '../../ui/Panel.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { Ended } from './Ended.tsx'
import { UndoForm } from './UndoForm.tsx'

type End = { readonly email: string } | 'failed'

function Undone({ email }: { email: string }) {
  const { t } = useTranslation('email')
  return (
    <Ended kind="ok" text={t('undo.done', { email })} more={t('undo.next')}>
      <TextLink to="/lock">{t('undo.again')}</TextLink>
    </Ended>
  )
}

function Failed() {
  const { t } = useTranslation('email')
  return (
    <Ended kind="danger" text={t('undo.failed')}>
      <TextLink to="/contact" reloadDocument>
        {t('undo.contact')}
      </TextLink>
    </Ended>
  )
}

/** Gives an account its former address back with the token of the link that was sent there (AUT-16). */
export function Component() {
  const { t } = useTranslation('email')
  const token = useLinkToken()
  const [spent, setSpent] = useState<{ token: string; how: End } | null>(null)
  const end = token === null ? 'failed' : spent?.token === token ? spent.how : null
  return (
    <AuthLayout>
      <Panel title={t('undo.title')}>
        {end === 'failed' ? (
          <Failed />
        ) : end ? (
          <Undone email={end.email} />
        ) : (
          token !== null && <UndoForm key={token} token={token} ended={(how) => setSpent({ token, how })} />
        )}
      </Panel>
    </AuthLayout>
  )
}
