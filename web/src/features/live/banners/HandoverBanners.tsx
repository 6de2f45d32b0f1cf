import type { Handover } from '@kellersonne/contract/systems/systems'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Link } from '../../../platform/router/Link.tsx'
import { closeBanner, useClosedBanners } from '../../../platform/state.ts'
import { useUser } from '../../identity/api/user.ts'
import { focusContent } from '../../messages/useMessageDialog.tsx'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import { BannerLine } from './BannerLine.tsx'
import styles from './Banners.module.css'

const idOf = ({ sn, until }: Handover) => `handover ${sn} ${until}`

/** Says that somebody is taking over one of the owner's systems, with the way to object (AUT-17). */
export function HandoverBanners({ view }: { view: LiveViewModel }) {
  const { t } = useTranslation('dashboard')
  const f = useFormats()
  const handovers = useUser().value?.handovers ?? []
  const closed = useClosedBanners()
  const giving = handovers.filter((one) => one.role === 'giving' && !closed.includes(idOf(one)))
  return giving.map((handover) => {
    const { sn, until } = handover
    const time = f.moment(new Date(until), view.now, view.values.timeZone)
    function close() {
      focusContent()
      closeBanner([idOf(handover)])
    }
    return (
      <BannerLine
        key={sn}
        kind="warn"
        fact={t('banner.handover', { name: view.names.get(sn) ?? sn })}
        more={t('banner.handoverMore', { time })}
        close={close}
      >
        <Link to="/settings" className={styles.act}>
          {t('banner.whatNow')}
        </Link>
      </BannerLine>
    )
  })
}
