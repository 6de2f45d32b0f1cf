import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import type { ChartState } from '../../../ui/chart/state.ts'
import { isWhole } from '../../../ui/chart/view.ts'
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { useShape } from '../../../ui/hooks/useShape.ts'
import { correctionsAddress } from '../corrections/address.ts'
import styles from './ChartsPage.module.css'
import type { Selection } from './model/selection.ts'
import { shownTime } from './model/shownTime.ts'
import { stepText } from './model/times.ts'
import type { Shown } from './model/useGraph.ts'
import { ShowAll } from './parts/ShowAll.tsx'

type FootProps = {
  shown: Shown
  state: ChartState
  selection: Selection
  select: (change: Partial<Selection>) => void
}

/** The visible range, the comparison, and the choice of chart or table. */
export function ChartFooter({ shown, state, selection, select }: FootProps) {
  const { t } = useTranslation('charts')
  const shape = useShape()
  const f = useFormats()
  const view = state((looking) => looking.view)
  const bounds = state((looking) => looking.bounds)
  const { data } = shown
  const text = (at: number) =>
    stepText(at, { data, period: shown.selection.period, resolution: 'quarter' }, f)
  return (
    <div className={styles.foot}>
      <span>{data.timeZone}</span>
      {!isWhole(view, bounds) && (
        <>
          <span>{t('zoomed', { from: text(view[0]), to: text(view[1]) })}</span>
          <ShowAll state={state} />
        </>
      )}
      <span data-screen>
        <TextLink to={correctionsAddress(shownTime(shown, isWhole(view, bounds) ? null : view))}>
          {t('correct')}
        </TextLink>
      </span>
      {shape !== 'phone' && (
        <div className={styles.views}>
          <ViewChoice selection={selection} select={select} />
        </div>
      )}
    </div>
  )
}

/** Chooses between the chart and a table of the same data. */
export function ViewChoice({ selection, select }: Pick<FootProps, 'selection' | 'select'>) {
  const { t } = useTranslation('charts')
  return (
    <SegmentedControl
      label={t('view')}
      value={selection.table ? 'table' : 'chart'}
      segments={[
        { value: 'chart', label: t('chart') },
        { value: 'table', label: t('table') },
      ]}
      choose={(value) => select({ table: value === 'table' })}
    />
  )
}
