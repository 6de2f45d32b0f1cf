import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { PartBoundary } from '../../../ui/feedback/PartBoundary.tsx'
import { OneSystem } from '../parts/OneSystem.tsx'
import { Quality } from './Quality.tsx'
import { RunwayCard } from './RunwayCard.tsx'

/** How right the forecasts of a system were, and when its battery will live on the sun again (FCT-53, FCT-54). */
export function Component() {
  const { t } = useTranslation('quality')
  return (
    <OneSystem intro={t('intro')} label={t('system')}>
      {(sn, timeZone) => (
        <>
          <PartBoundary key={sn}>
            <Quality sn={sn} />
          </PartBoundary>
          <PartBoundary>
            <RunwayCard sn={sn} timeZone={timeZone} />
          </PartBoundary>
        </>
      )}
    </OneSystem>
  )
}
