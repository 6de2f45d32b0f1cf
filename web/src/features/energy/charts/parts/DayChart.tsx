import { dayOf, QUARTER_MS } from '@kellersonne/core/time/days'
import { wattHours } from '@kellersonne/core/units/units'
import { type ReactNode, useMemo } from 'react'
import { useNow } from '../../../../platform/clock/useNow.ts'
import { UNKNOWN } from '../../../../platform/i18n/format.ts'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { Link } from '../../../../platform/router/Link.tsx'
import { Chart } from '../../../../ui/chart/Chart.tsx'
import { type ChartState, chartState } from '../../../../ui/chart/state.ts'
import { Marker, type MarkerName } from '../../../../ui/feedback/Marker.tsx'
import { useShape } from '../../../../ui/hooks/useShape.ts'
import { chargeTexts } from '../../forecast/charge.ts'
import { bandsFrom } from '../model/bands.ts'
import { isEmpty, isTooShort, plottedOf } from '../model/plotted.ts'
import { forecastAt, isAhead, latestStep, readOutAt } from '../model/readOut.ts'
import { type Selection, type System, writeSelection } from '../model/selection.ts'
import { POWERS } from '../model/series.ts'
import { stepText } from '../model/times.ts'
import { type Shown, useGraph } from '../model/useGraph.ts'
import { useHistoryCopies } from '../model/useHistoryCopies.ts'
import styles from './DayChart.module.css'
import { OldValues } from './OldValues.tsx'
import { ReadOut } from './ReadOut.tsx'
import { ShowAll } from './ShowAll.tsx'
import { useZoomHint } from './useZoomHint.ts'

const MINUTE = 60_000
/** What is read out of the part that is past. */
const MEASURED = [...POWERS, 'soc'] as const
const HOURS_A_QUARTER = QUARTER_MS / 3_600_000

const legend: readonly (readonly [MarkerName, 'pv' | 'battery' | 'import' | 'feedIn' | 'load'])[] = [
  ['pv', 'pv'],
  ['battery', 'battery'],
  ['import', 'import'],
  ['feed-in', 'feedIn'],
  ['load', 'load'],
]

/** Makes the forecast start at the latest PV value. */
function fromNow(shown: Shown): Shown {
  const forecast = shown.data.series.get('energyForecast')
  const last = latestStep(shown.data) ?? -1
  if (!forecast) return shown
  const sun = shown.data.series.get('pv')?.values[last] ?? null
  const values = forecast.values.map((value, i) => (i > last ? value : i === last ? sun : null))
  const series = new Map([...shown.data.series, ['energyForecast', { ...forecast, values }] as const])
  const bands = shown.bands ? bandsFrom(shown.bands, last + 1) : null
  return { ...shown, data: { ...shown.data, series }, bands }
}

/** The energy still expected, Wh; null if unknown. */
function expectedOf({ data }: Shown) {
  const ahead = data.series.get('energyForecast')?.values.slice((latestStep(data) ?? -1) + 1)
  const known = ahead?.filter((value) => value !== null) ?? []
  return known.length === 0 ? null : wattHours(known.reduce((all, power) => all + power * HOURS_A_QUARTER, 0))
}

/** Today's powers of a system, or of all together so that their balance closes. */
export function DayChart({ system, timeZone }: { system: System; timeZone: string }) {
  const { t } = useTranslation('charts')
  const today = useNow((now) => dayOf(now, timeZone))
  const selection = useMemo(
    (): Selection => ({
      period: 'day',
      date: today,
      series: [...MEASURED, 'energyForecast'],
      resolution: 'quarter',
      method: 'mean',
      system,
      comparison: 'none',
      balance: true,
      table: false,
    }),
    [today, system],
  )
  const { shown, fault, copiedAt } = useGraph(selection, system)
  useHistoryCopies(system, today, timeZone)
  const ahead = useMemo(() => shown && fromNow(shown), [shown])
  const [from, until] = [shown?.data.edges[0] ?? 0, shown?.data.edges.at(-1) ?? 1]
  const state = useMemo(() => chartState([from, until]), [from, until])
  const address = `/charts?${writeSelection({ ...selection, series: MEASURED })}`
  return (
    <section className={styles.card} aria-label={t('dayTitle')}>
      <div className={styles.head}>
        <h2>
          <Link to={address} title={t('openChart')}>
            {t('dayTitle')}
          </Link>
          <span className={styles.aside}>{t('dayAside')}</span>
        </h2>
        <ul className={styles.legend}>
          {legend.map(([marker, word]) => (
            <li key={word}>
              <Marker name={marker} />
              {t(`short.${word}`)}
            </li>
          ))}
        </ul>
      </div>
      {copiedAt && <OldValues {...{ fault, copiedAt, timeZone }} />}
      {ahead && !isEmpty(ahead.data) ? (
        <>
          <Plot shown={ahead} state={state} />
          {isTooShort(ahead.data) && <p className={styles.few}>{t('tooFew')}</p>}
        </>
      ) : (
        <Instead>{ahead ? t('noValues') : fault && t('failed')}</Instead>
      )}
    </section>
  )
}

const Instead = ({ children }: { children: ReactNode }) => <p className={styles.instead}>{children}</p>

function Plot({ shown, state }: { shown: Shown; state: ChartState }) {
  const { t } = useTranslation('charts')
  const { t: w } = useTranslation('forecast')
  const f = useFormats()
  const shape = useShape()
  const zoomHint = useZoomHint()
  const now = useNow((time) => Math.floor(time.getTime() / MINUTE) * MINUTE)
  const plotted = useMemo(() => {
    const { lanes, ...rest } = plottedOf(shown, now, { t, f })
    return { ...rest, lanes: lanes.map((lane) => ({ ...lane, title: '' })) }
  }, [shown, now, t, f])
  const { data, bands = null, forecasts } = shown
  const at = (step: number) => stepText(data.edges[step] ?? 0, { data, ...shown.selection }, f)
  const rows = (step: number) => {
    const ahead = forecastAt(data, shown.shown, step)
    const isYet = ahead.length > 0 || isAhead(data, step)
    const wording = isYet ? [...ahead, 'soc' as const] : MEASURED
    return readOutAt(data, wording, step, {
      t,
      f,
      brief: shape === 'phone',
      bands: isYet ? bands : null,
    }).filter(({ key, value }) => key !== 'soc' || value.value !== UNKNOWN)
  }
  const yet = (step: number) => (isAhead(data, step) && rows(step).length === 0 ? t('gaps.future') : '')
  const describe = (step: number) =>
    [at(step), yet(step), ...rows(step).map(({ word, value }) => `${word} ${f.text(value)}`)]
      .filter(Boolean)
      .join(', ')
  const cursor = state((looking) => looking.cursor)
  const step = cursor ?? latestStep(data)
  const expected = expectedOf(shown)
  const { expectation } = forecasts
  const scene = { t: w, f, now: new Date(now), timeZone: data.timeZone }
  const charge = expectation && chargeTexts(expectation, scene)[0]
  return (
    <>
      <div className={styles.plot}>
        <ShowAll state={state} className={styles.all} />
        <Chart
          plotted={plotted}
          state={state}
          label={t('dayTitle')}
          help={t('help')}
          zoomHint={zoomHint}
          describe={describe}
          dimmed={!shown.current}
          tooltip={
            shape === 'phone' ? null : (one) => <ReadOut title={at(one)} aside={yet(one)} rows={rows(one)} />
          }
        />
      </div>
      {expected !== null && expected >= 500 && (
        <p className={styles.forecast}>
          {t('forecastLeft', { energy: f.text({ value: f.number(expected / 1000, 0), unit: 'kWh' }) })}
          {charge && <span className={styles.charge}>{charge}</span>}
        </p>
      )}
      {shape === 'phone' && step !== null && <ReadOut title={at(step)} aside={yet(step)} rows={rows(step)} />}
    </>
  )
}
