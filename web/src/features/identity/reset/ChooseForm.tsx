import { useTranslation } from 'react-i18next'
import { confirmReset } from '../api/accounts.ts'
import { PasswordForm } from '../fields/PasswordForm.tsx'

type Props = { token: string; ended: (how: 'done' | 'failed') => void }

/** A new password for the holder of a link's token. `ended`: it is set, or the link is invalid. */
export function ChooseForm({ token, ended }: Props) {
  const { t } = useTranslation('reset')
  const save = async (password: string) => {
    await confirmReset(token, password)
    ended('done')
  }
  return (
    <PasswordForm
      words={{ label: t('password'), submit: t('save'), busy: t('saving') }}
      own={{ input_invalid: t('check'), internal: t('internal') }}
      save={save}
      refused={() => ended('failed')}
    />
  )
}
