import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { PartBoundary } from '../../../ui/feedback/PartBoundary.tsx'
import { areAvailable, useOffers } from './offers.ts'

/** The number of systems with an update, beside the link; nothing if there are none or it is unknown. */
export const UpdateBadge = () => (
  <PartBoundary quiet>
    <Count />
  </PartBoundary>
)

function Count() {
  const { t } = useTranslation('shell')
  const offers = useOffers() ?? []
  const count = offers.length
  if (count === 0) return null
  return (
    <>
      <Badge count={count} />
      <span className="visually-hidden">
        ({areAvailable(offers) ? t('updates.count', { count }) : t('updates.some', { count })})
      </span>
    </>
  )
}
