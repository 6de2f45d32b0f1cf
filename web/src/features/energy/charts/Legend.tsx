import type { Measure } from '@kellersonne/core/energy/charts'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import type { Lane } from '../../../ui/chart/lane.ts'
import { LineSample } from '../../../ui/chart/signs/LineSample.tsx'
import { Marker } from '../../../ui/feedback/Marker.tsx'
import styles from './Legend.module.css'
import { forecastStyle, wordOf } from './model/layers.ts'
import { comparedIn } from './model/legend.ts'
import type { Selection } from './model/selection.ts'
import { inOrder, isForecast, markerOf } from './model/series.ts'
import { comparedText } from './model/times.ts'

type Props = {
  selection: Selection
  /** What is drawn; null while nothing is. */
  lanes: readonly Lane[] | null
  /** The forecasts that are drawn with a band. */
  banded: readonly Measure[]
  choose: (series: readonly Measure[]) => void
}

/** Names what the chart draws, in one row above it; a press switches a series. Beside the list, only the comparison. */
export function Legend({ selection, lanes, banded, choose }: Props) {
  const { t } = useTranslation('charts')
  const f = useFormats()
  const offered = useOffered(selection.series)
  const period = comparedText(selection, f)
  const compared = useMemo(() => comparedIn(lanes ?? []), [lanes])
  const { series } = selection
  const switched = (measure: Measure) =>
    choose(
      series.includes(measure) ? series.filter((other) => other !== measure) : inOrder([...series, measure]),
    )
  return (
    <ul className={styles.legend} aria-label={t('legend')} data-compared={period !== null || undefined}>
      {offered.map((measure) => (
        <li key={measure} className={styles.series}>
          <button
            data-paper
            type="button"
            className={styles.switch}
            aria-pressed={series.includes(measure)}
            onClick={() => switched(measure)}
          >
            <Names measure={measure} series={series} banded={banded} />
          </button>
        </li>
      ))}
      {period && (
        <li className={styles.compared}>
          <span>{t('ghost', { period })}</span>
          {compared.map(({ name, line, sign }) => (
            <span key={name} className={styles.name}>
              <LineSample line={line} stroke="dashed" sign={sign} />
              {name}
            </span>
          ))}
        </li>
      )}
    </ul>
  )
}

/** The series that are or were shown, so that what is switched off can be switched on again. */
function useOffered(series: readonly Measure[]): readonly Measure[] {
  const [seen, setSeen] = useState(series)
  const all = inOrder([...seen, ...series])
  if (all.length > seen.length) setSeen(all)
  return all
}

type NamesProps = { measure: Measure; series: readonly Measure[]; banded: readonly Measure[] }

/** A measure's marker and name; of the grid, both directions, of a forecast its band. */
function Names({ measure, series, banded }: NamesProps) {
  const { t } = useTranslation('charts')
  if (measure === 'grid')
    return (
      <>
        <span className={styles.name}>
          <Marker name="import" />
          {t('short.import')}
        </span>
        <span className={styles.name}>
          <Marker name="feed-in" />
          {t('short.feedIn')}
        </span>
      </>
    )
  return (
    <span className={styles.name}>
      {isForecast(measure) ? (
        <>
          <LineSample {...forecastStyle(measure, series.filter(isForecast))} />
          {banded.includes(measure) && (
            <span className={styles.band} data-of={measure} title={t('bandHere')} />
          )}
        </>
      ) : (
        <Marker name={markerOf(measure, null)} />
      )}
      {measure === 'battery' ? t('short.battery') : wordOf(measure, t)}
    </span>
  )
}
