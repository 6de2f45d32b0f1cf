import type { User } from '@kellersonne/contract/identity/accounts'
import { useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { TextButton } from '../../../ui/controls/TextButton.tsx'
import { useProvider } from '../api/provider.ts'
import type { Leave } from '../provider/leaveFor.ts'
import styles from './Account.module.css'
import { ProviderDialog } from './ProviderDialog.tsx'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

type Props = {
  user: User
  leave: Leave
  /** Called when a dialog opens; clears the notice about an earlier change. */
  opened: () => void
  /** The link has ended. */
  ended: (name: string) => void
}

/** Whether the second provider signs the owner in too, with a way to change that; nothing where there is neither. */
export function ProviderRow({ user: { linked, linked_since: since }, leave, opened, ended }: Props) {
  const { t } = useTranslation('settings')
  const format = useFormats()
  const { value } = useProvider()
  const [open, setOpen] = useState<'link' | 'unlink' | null>(null)
  const name = value?.name ?? null
  if (name === null && !linked) return null

  // In German the name of a provider does not change within a sentence; these words do.
  const named = name ?? t('provider.withOther')
  const date = since && format.date(new Date(since), zone)
  const act = linked ? 'unlink' : 'link'
  return (
    <li>
      <span className={styles.name}>{name ?? t('provider.other')}</span>
      <span className={styles.value}>
        {!linked ? t('provider.none') : date ? t('provider.since', { date }) : t('provider.linked')}
      </span>
      <TextButton
        aria-label={t(`provider.${act}Title`, { name: named })}
        onClick={() => {
          opened()
          setOpen(act)
        }}
      >
        {t(`provider.${act}`)}
      </TextButton>
      {open && (
        <ProviderDialog
          name={named}
          act={open}
          leave={leave}
          close={() => setOpen(null)}
          ended={() => {
            setOpen(null)
            ended(named)
          }}
        />
      )}
    </li>
  )
}
