import type { CounterJump } from '@kellersonne/contract/energy/counters'
import { dayOf } from '@kellersonne/core/time/days'
import { useNow } from '../../../platform/clock/useNow.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Link } from '../../../platform/router/Link.tsx'
import { closeBanner, useClosedBanners } from '../../../platform/state.ts'
import { useCounterJumps } from '../../energy/api/counterJumps.ts'
import { focusContent } from '../../messages/useMessageDialog.tsx'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import { BannerLine } from './BannerLine.tsx'
import styles from './Banners.module.css'

/** Maximum shown: a faulty unit may make one for each of its counters. */
const MOST = 2
const SEVEN_DAYS_MS = 7 * 86_400_000
const HOUR_MS = 3_600_000

const idOf = ({ sn, counter, until }: CounterJump) => `jump ${sn} ${counter} ${until}`

/** Says that a counter jumped in the last seven days, with a link to the chart of that day (ENE-07). */
export function CounterBanners({ view }: { view: LiveViewModel }) {
  const { t } = useTranslation('dashboard')
  const f = useFormats()
  const jumps = useCounterJumps()
  const oldest = useNow((now) => Math.floor(now.getTime() / HOUR_MS) * HOUR_MS) - SEVEN_DAYS_MS
  const closed = useClosedBanners()
  const known = jumps.flatMap((jump) => {
    const system = view.systems.find(({ sn }) => sn === jump.sn)
    return system && jump.until >= oldest ? [{ ...jump, timeZone: system.timeZone }] : []
  })
  const byCounter = [...Map.groupBy(known, ({ sn, counter }) => `${sn} ${counter}`)]
  const open = byCounter.filter(([, all]) => all.some((jump) => !closed.includes(idOf(jump))))
  return open.slice(0, MOST).map(([key, all]) => {
    const [newest] = all
    if (!newest) return null
    const { sn, counter, until, before, after, timeZone } = newest
    const at = new Date(until)
    function close() {
      focusContent()
      closeBanner(all.map(idOf))
    }
    return (
      <BannerLine
        key={key}
        kind="warn"
        fact={t(`banner.jump.${counter}`, { name: view.names.get(sn) ?? sn })}
        more={t('banner.jumpMore', {
          date: f.date(at, timeZone),
          before: f.text(f.energy(before)),
          after: f.text(f.energy(after)),
        })}
        close={close}
      >
        <Link to={`/charts?${new URLSearchParams({ date: dayOf(at, timeZone), sn })}`} className={styles.act}>
          {t('banner.jumpChart')}
        </Link>
      </BannerLine>
    )
  })
}
