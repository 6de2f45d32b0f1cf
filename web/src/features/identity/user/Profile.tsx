import type { User } from '@kellersonne/contract/identity/accounts'
import { useState } from 'react'
import { useMutation } from '../../../platform/client/useMutation.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { TextButton } from '../../../ui/controls/TextButton.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import { useSystems } from '../../systems/api.ts'
import { dropPicture } from '../api/user.ts'
import { EmailAddress } from '../fields/EmailAddress.tsx'
import styles from './Profile.module.css'
import { PictureChooser } from './picture/PictureChooser.tsx'
import type { PictureFault } from './picture/readPicture.ts'

type Outcome = PictureFault | 'saved' | 'removed' | null

/** The signed-in owner: picture, address and systems. */
export function Profile({ user }: { user: User }) {
  const { t } = useTranslation('user', 'errors')
  const faultText = useFaultText()
  const format = useFormats()
  const systems = useSystems()
  const [outcome, setOutcome] = useState<Outcome>(null)
  const { busy, fault, run } = useMutation()
  const country = user.country && format.country(user.country)
  const done = outcome === 'saved' || outcome === 'removed'
  const failure = outcome && !done ? t(`errors:${outcome}`) : faultText(fault)

  async function remove() {
    setOutcome(null)
    await dropPicture()
    setOutcome('removed')
  }

  return (
    <section className={styles.profile} aria-label={t('title')}>
      <div className={styles.head}>
        <PictureChooser chosen={setOutcome} />
        <div className={styles.name}>
          <p className={styles.email}>
            <EmailAddress address={user.email} />
          </p>
          <p className={styles.count}>{t('systems', { count: systems.length })}</p>
        </div>
      </div>
      <div className={styles.body}>
        <dl className={styles.facts}>
          <Fact term={t('country')} value={country || t('none')} />
          <Fact term={t('language')} value={t(`languages.${user.lang}`)} />
          <Fact
            term={t('serialNumbers')}
            value={systems.length > 0 ? format.list(systems.map(({ sn }) => sn)) : t('none')}
          />
        </dl>
        <p className={styles.hint}>{t('picture.hint')}</p>
        {user.picture !== null && (
          <TextButton disabled={busy} onClick={() => void run(remove)}>
            {t('picture.remove')}
          </TextButton>
        )}
        <Notice kind="danger" text={failure} />
        <Notice kind="ok" text={done ? t(`picture.${outcome}`) : null} />
      </div>
    </section>
  )
}

const Fact = ({ term, value }: { term: string; value: string }) => (
  <div>
    <dt>{term}</dt>
    <dd>{value}</dd>
  </div>
)
