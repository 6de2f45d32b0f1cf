import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import type { ChartState } from '../../../../ui/chart/state.ts'
import { isWhole } from '../../../../ui/chart/view.ts'

/** Leads back to the full range of a zoomed chart. */
export function ShowAll({ state, className }: { state: ChartState; className?: string | undefined }) {
  const { t } = useTranslation('charts')
  const whole = state(({ view, bounds }) => isWhole(view, bounds))
  if (whole) return null
  return (
    <button
      type="button"
      className={className}
      onClick={() => state.setState(({ bounds }) => ({ view: bounds }))}
    >
      {t('zoomOut')}
    </button>
  )
}
