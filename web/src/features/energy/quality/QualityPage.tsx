import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/controls/Select.tsx'
import { PartBoundary } from '../../../ui/feedback/PartBoundary.tsx'
import { useUrlQuery } from '../../../ui/hooks/useUrlQuery.ts'
import type { LiveView } from '../../live/model/useLiveViewModel.ts'
import { WithSystems } from '../../live/parts/WithSystems.tsx'
import styles from './Quality.module.css'
import { Quality } from './Quality.tsx'
import { RunwayCard } from './RunwayCard.tsx'

type View = LiveView['view']

/** The system that the address names, else the active one, else the first: what is judged is one system's. */
const systemOf = ({ systems, active }: Pick<View, 'systems' | 'active'>, sn: string | null) =>
  systems.find((one) => one.sn === sn) ?? systems.find((one) => one.sn === active) ?? systems[0]

function Ready({ view }: LiveView) {
  const { t } = useTranslation('quality')
  const [address, setAddress] = useUrlQuery()
  const system = systemOf(view, address.get('sn'))
  if (!system) return null
  const { sn, timeZone } = system
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <p className={styles.intro}>{t('intro')}</p>
        {view.systems.length > 1 && (
          <Select
            label={t('system')}
            value={sn}
            options={view.systems.map((one) => ({ value: one.sn, label: view.names.get(one.sn) ?? one.sn }))}
            onChange={({ target }) =>
              setAddress(new URLSearchParams({ sn: target.value }), { replace: true })
            }
          />
        )}
      </div>
      <PartBoundary key={sn}>
        <Quality sn={sn} />
      </PartBoundary>
      <PartBoundary>
        <RunwayCard sn={sn} timeZone={timeZone} />
      </PartBoundary>
    </div>
  )
}

/** How right the forecasts of a system were, and when its battery will live on the sun again (FCT-53, FCT-54). */
export const Component = () => <WithSystems>{(seen) => <Ready {...seen} />}</WithSystems>
