import { Suspense, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Link } from '../../../platform/router/Link.tsx'
import { closeBanner, useClosedBanners } from '../../../platform/state.ts'
import { TextButton } from '../../../ui/controls/TextButton.tsx'
import { lazyDialog } from '../../../ui/feedback/lazyDialog.ts'
import { activeMessagesOf } from '../../messages/shown.ts'
import { focusContent, useMessageDialog } from '../../messages/useMessageDialog.tsx'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import { BannerLine } from './BannerLine.tsx'
import styles from './Banners.module.css'
import { type Banner, bannersOf } from './banners.ts'
import { bannerText } from './bannerText.ts'
import { CounterBanners } from './CounterBanners.tsx'
import { EmailBanner } from './EmailBanner.tsx'
import { HandoverBanners } from './HandoverBanners.tsx'

/** Maximum shown at once. */
const MOST = 2

const WeatherDialog = lazyDialog(
  async () => (await import('../explain/WeatherDialog.tsx')).WeatherDialog,
  'details',
)

/** Messages of all systems that need attention, whichever is selected; closed until there is a new one (DSH-04). */
export function Banners({ view }: { view: LiveViewModel }) {
  const { t } = useTranslation('dashboard', 'flags')
  const f = useFormats()
  const [all, showAll] = useState(false)
  const { explain, dialog } = useExplained(view)
  const banners = bannersOf(view.systems, useClosedBanners())
  const more = banners.length - MOST

  function close({ ids }: Banner) {
    focusContent()
    closeBanner(ids)
  }

  return (
    <>
      <div role="status" aria-atomic="false" className={styles.stack}>
        {banners.slice(0, all ? banners.length : MOST).map((banner) => (
          <BannerLine
            key={banner.about}
            {...bannerText(banner, view, { t, f })}
            kind={banner.severity}
            isBrief={banner.about === 'weather'}
            close={() => close(banner)}
          >
            {banner.about === 'signs' ? (
              <Link to="/dashboard/batteries" className={styles.act}>
                {t('banner.signsDevice')}
              </Link>
            ) : (
              <button type="button" className={styles.act} onClick={() => explain(banner)}>
                {banner.about === 'weather' ? t('banner.why') : t('banner.whatNow')}
              </button>
            )}
          </BannerLine>
        ))}
        <CounterBanners view={view} />
        <HandoverBanners view={view} />
        <EmailBanner />
      </div>
      {more > 0 && (
        <p className={styles.more}>
          <TextButton aria-expanded={all} onClick={() => showAll(!all)}>
            {all ? t('banner.less') : t('banner.more', { count: more })}
          </TextButton>
        </p>
      )}
      {dialog}
    </>
  )
}

/** The dialog that explains a banner. */
function useExplained(view: LiveViewModel) {
  const message = useMessageDialog(view)
  const [weather, setWeather] = useState<Banner | null>(null)
  const theirs = ({ systems }: Banner) => view.systems.filter(({ sn }) => systems.includes(sn))
  const named = (banner: Banner) =>
    theirs(banner).map(({ sn, timeZone }) => ({ sn, timeZone, name: view.names.get(sn) ?? sn }))
  return {
    explain: (banner: Banner) => {
      if (banner.about === 'weather') setWeather(banner)
      else if (banner.about !== 'signs') message.show(...activeMessagesOf(banner.about, theirs(banner)))
    },
    dialog: (
      <>
        {message.dialog}
        {weather && (
          <Suspense fallback={null}>
            <WeatherDialog systems={named(weather)} close={() => setWeather(null)} />
          </Suspense>
        )}
      </>
    ),
  }
}
