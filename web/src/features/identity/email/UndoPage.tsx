import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { FormResult } from './FormResult.tsx'
import { LinkPage } from './LinkPage.tsx'
import { UndoForm } from './UndoForm.tsx'

function Undone({ email }: { email: string }) {
  const { t } = useTranslation('email')
  return (
    <FormResult kind="ok" text={t('undo.done', { email })} more={t('undo.next')}>
      <TextLink to="/lock">{t('undo.again')}</TextLink>
    </FormResult>
  )
}

function Failed() {
  const { t } = useTranslation('email')
  return (
    <FormResult kind="danger" text={t('undo.failed')}>
      <TextLink to="/contact" reload>
        {t('undo.contact')}
      </TextLink>
    </FormResult>
  )
}

/** Restores an account's former address with the token of the link sent to it (AUT-16). */
export function Component() {
  const { t } = useTranslation('email')
  return (
    <LinkPage
      title={t('undo.title')}
      form={(token, ended) => <UndoForm key={token} token={token} ended={ended} />}
      done={(email) => <Undone email={email} />}
      failed={<Failed />}
    />
  )
}
