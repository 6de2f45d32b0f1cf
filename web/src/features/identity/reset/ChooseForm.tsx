import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { confirmReset } from '../api/accounts.ts'
import { useProvider } from '../api/provider.ts'
import { PasswordForm } from '../fields/PasswordForm.tsx'

type Props = { token: string; linked: boolean; ended: (how: 'done' | 'failed') => void }

/**
 * A new password for the holder of a link's token. `linked`: offers to end the second provider's link, too. `ended`:
 * it is set, or the link is invalid.
 */
export function ChooseForm({ token, linked, ended }: Props) {
  const { t } = useTranslation('reset')
  const { value } = useProvider()
  const name = value?.name ?? t('other')
  const save = async (password: string, form: FormData) => {
    await confirmReset(token, password, form.has('unlink'))
    ended('done')
  }
  return (
    <PasswordForm
      words={{ label: t('password'), submit: t('save'), busy: t('saving') }}
      own={{ input_invalid: t('check'), internal: t('internal') }}
      save={save}
      refused={() => ended('failed')}
    >
      {linked && <Checkbox name="unlink" label={t('unlink', { name })} />}
    </PasswordForm>
  )
}
