import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Link } from '../../../platform/router/Link.tsx'
import { closeBanner, useClosedBanners } from '../../../platform/state.ts'
import { useUser } from '../../identity/api/user.ts'
import { focusContent } from '../../messages/useMessageDialog.tsx'
import { BannerLine } from './BannerLine.tsx'
import styles from './Banners.module.css'

const ID = 'email'

/** Says, with a link, that the owner's e-mail address is unconfirmed; closed until the next session (AUT-16). */
export function EmailBanner() {
  const { t } = useTranslation('dashboard')
  const { value: user } = useUser()
  const isClosed = useClosedBanners().includes(ID)
  if (!user || user.email_confirmed || isClosed) return null

  function close() {
    focusContent()
    closeBanner([ID])
  }
  return (
    <BannerLine kind="email" fact={t('banner.unconfirmed')} more={t('banner.unconfirmedMore')} close={close}>
      <Link to="/user" className={styles.act}>
        {t('banner.whatNow')}
      </Link>
    </BannerLine>
  )
}
