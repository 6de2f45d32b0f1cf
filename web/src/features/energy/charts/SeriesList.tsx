import type { GraphData } from '@kellersonne/contract/energy/graph-data'
import type { Measure } from '@kellersonne/core/energy/charts'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import type { ChartState } from '../../../ui/chart/state.ts'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { Marker } from '../../../ui/feedback/Marker.tsx'
import { GlossaryLink } from '../../glossary/GlossaryLink.tsx'
import { qualityAddress } from '../quality/address.ts'
import { latestStep, quantity, valueAt } from './model/readOut.ts'
import type { Selection } from './model/selection.ts'
import { groups, inOrder, markerOf, seriesOf } from './model/series.ts'
import styles from './SeriesList.module.css'

type Props = {
  selection: Selection
  data: GraphData | null
  state: ChartState
  choose: (series: readonly Measure[]) => void
  /** Describes a step in words. */
  at: (step: number) => string
}

/** Series picker, legend and read-out in one. */
export function SeriesList({ selection, data, state, choose, at }: Props) {
  const { t } = useTranslation('charts', 'forecast')
  const step = state(({ cursor }) => cursor)
  const summed = selection.method === 'sum'
  const latest = data && latestStep(data)
  const when =
    step !== null ? at(step) : summed ? t('whole') : latest === null ? '' : t('latest', { time: at(latest) })
  return (
    <section className={styles.list} aria-label={t('series')}>
      <h2 className={styles.head}>
        {t('series')}
        <span className={styles.when}>{when}</span>
      </h2>
      {groups.map((group) => (
        <fieldset key={group} className={styles.group}>
          <legend>{t(group === 'power' && summed ? 'powerSum' : `groups.${group}`)}</legend>
          {seriesOf[group].map((measure) => (
            <Row
              key={measure}
              measure={measure}
              shown={selection.series.includes(measure)}
              data={data}
              step={step}
              switched={(on) =>
                choose(
                  inOrder(
                    on
                      ? [...selection.series, measure]
                      : selection.series.filter((other) => other !== measure),
                  ),
                )
              }
            />
          ))}
          {group === 'forecast' && (
            <p className={styles.note}>
              <TextLink to={qualityAddress(selection.system === TOTAL ? null : selection.system)}>
                {t('forecast:quality')}
              </TextLink>
            </p>
          )}
        </fieldset>
      ))}
      <GlossaryLink group="power" of={t('series')} />
    </section>
  )
}

type RowProps = {
  measure: Measure
  shown: boolean
  data: GraphData | null
  step: number | null
  switched: (on: boolean) => void
}

function Row({ measure, shown, data, step, switched }: RowProps) {
  const { t } = useTranslation('charts')
  const f = useFormats()
  const series = shown ? data?.series.get(measure) : undefined
  const value = series && data ? valueAt(data, measure, step) : null
  const latest = series && quantity(value, series.unit, f)
  return (
    <label className={styles.row} data-off={!shown || undefined}>
      <span className={styles.place}>
        <input
          type="checkbox"
          className={styles.box}
          checked={shown}
          onChange={({ target }) => switched(target.checked)}
        />
        <IconCheck className={styles.tick} size={14} stroke={2.25} aria-hidden />
      </span>
      <span className={styles.marker}>{shown && <Marker name={markerOf(measure, value)} />}</span>
      <span className={styles.name}>
        {t(`measures.${measure}`)}
        {series?.total && series.method !== 'sum' && (
          <span className={styles.rule}>{t(`total.${series.total}`)}</span>
        )}
      </span>
      {latest && (
        <span className={styles.value}>
          {latest.value}
          {latest.unit && <span className={styles.unit}>{`\u00A0${latest.unit}`}</span>}
        </span>
      )}
    </label>
  )
}
