import type { ChartEvent } from '@kellersonne/contract/energy/events'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { dayOf } from '@kellersonne/core/time/days'
import { type RefObject, useMemo, useState } from 'react'
import { useNow } from '../../../platform/clock/useNow.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import type { ChartState } from '../../../ui/chart/state.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import { useShape } from '../../../ui/hooks/useShape.ts'
import { useVersionTexts } from '../../firmware/versions.ts'
import { eventsOf } from '../api/events.ts'
import { ChartFooter } from './ChartFooter.tsx'
import styles from './ChartsPage.module.css'
import { dataColumns } from './columns.ts'
import { DataTable } from './DataTable.tsx'
import { EventDetails } from './EventDetails.tsx'
import { eventSentence, eventTimes } from './eventTexts.ts'
import { cutColumns, stepsSeen } from './exporting.ts'
import { Legend } from './Legend.tsx'
import { idOf, marksOf } from './marks.tsx'
import { lanesOf } from './model/drawing.ts'
import { importedText, isImportedAt } from './model/imported.ts'
import { isEmpty, plottedOf } from './model/plotted.ts'
import { lacksForecasts, latestStep, readOutAt } from './model/readOut.ts'
import type { Selection, System } from './model/selection.ts'
import { isForecast } from './model/series.ts'
import { comparedText, periodText } from './model/times.ts'
import type { GraphState, Shown } from './model/useGraph.ts'
import { CounterNotes } from './parts/CounterNotes.tsx'
import { Empty, NoValues } from './parts/Empty.tsx'
import { ForecastNotes } from './parts/ForecastNotes.tsx'
import { ReadOut } from './parts/ReadOut.tsx'
import { useZoomHint } from './parts/useZoomHint.ts'

const MINUTE = 60_000

type Props = {
  graph: GraphState
  state: ChartState
  selection: Selection
  system: System
  names: ReadonlyMap<SerialNumber, string>
  timeZone: string
  at: (step: number) => string
  main: RefObject<HTMLDivElement | null>
  select: (change: Partial<Selection>) => void
}

/** The chart, or a table of the same data, in every state of loading. */
export function ChartCard(props: Props) {
  const { graph, selection, main } = props
  const { t } = useTranslation('charts', 'common')
  const faultText = useFaultText()
  const { shown, fault, retry } = graph
  return (
    <div className={styles.column} ref={main} aria-busy={!shown?.current && fault === null}>
      {!selection.table && <ShownLegend {...props} />}
      {selection.series.length === 0 ? (
        <Empty text={t('noSeries')} />
      ) : shown ? (
        <Filled {...props} shown={shown} />
      ) : fault ? (
        <div className={styles.main}>
          <div className={styles.empty} role="alert">
            <p>
              {t('failed')} {faultText(fault)}
            </p>
            <Button onClick={retry}>{t('common:retry')}</Button>
          </div>
        </div>
      ) : (
        <div className={styles.main}>
          <div className={styles.skeleton} role="status" aria-label={t('loading')} />
        </div>
      )}
    </div>
  )
}

function ShownLegend({ graph: { shown }, selection, select }: Props) {
  const { t } = useTranslation('charts')
  const f = useFormats()
  const lanes = useMemo(() => shown && lanesOf(shown, { t, f }), [shown, t, f])
  return (
    <Legend
      selection={selection}
      lanes={lanes}
      banded={[...(shown?.bands?.of.keys() ?? [])]}
      choose={(series) => select({ series })}
    />
  )
}

function Filled({ shown, state, system, names, at, select, selection }: Props & { shown: Shown }) {
  const { t } = useTranslation('charts', 'flags')
  const f = useFormats()
  const shape = useShape()
  const now = useNow((time) => Math.floor(time.getTime() / MINUTE) * MINUTE)
  const { data, bands = null } = shown
  const plotted = useMemo(() => plottedOf(shown, now, { t, f }), [shown, now, t, f])
  const happened = eventsOf({ system, from: data.from, until: data.until }).use().value
  const [opened, setOpened] = useState<readonly ChartEvent[]>([])
  const events = happened?.events ?? NONE
  const isUneventful = happened !== null && events.length === 0
  const versions = useVersionTexts()
  const zoomHint = useZoomHint()
  const speech = { t, f, versions, timeZone: data.timeZone, now: new Date(now) }
  const marks = marksOf(
    events,
    { edges: data.edges, now },
    (event) => `${eventSentence(event, speech)} ${eventTimes(event, speech)}`,
  )
  const brief = shape === 'phone'
  const rows = (step: number) => readOutAt(data, shown.shown, step, { t, f, brief, bands })
  const from = (step: number) => (isImportedAt(data, step) ? t('importedHere') : '')
  const describe = (step: number) =>
    [
      at(step),
      from(step),
      ...readOutAt(data, shown.shown, step, { t, f, bands }).map(
        ({ word, value }) => `${word} ${f.text(value)}`,
      ),
    ]
      .filter(Boolean)
      .join(', ')
  const imported = importedText(data, shown.selection.period, { t, f })
  const period = periodText(shown.selection.period, shown.selection.date, f)
  if (shown.current && isEmpty(data)) {
    const lacks = lacksForecasts(data, shown.shown, dayOf(new Date(now), data.timeZone))
    return lacks && shown.shown.every(isForecast) ? (
      <Empty text={t('noRecord')} />
    ) : (
      <NoValues system={system} />
    )
  }
  return (
    <>
      <div className={styles.main}>
        <div className={styles.plot}>
          {selection.table ? (
            <Rows shown={shown} state={state} at={at} caption={t('label', { period })} />
          ) : (
            <Chart
              plotted={plotted}
              state={state}
              label={t('label', { period })}
              help={t('help')}
              zoomHint={zoomHint}
              describe={describe}
              dimmed={!shown.current}
              marks={isUneventful ? null : marks}
              openMarks={(pressed) =>
                setOpened(events.filter((event, i) => pressed.some(({ id }) => id === idOf(event, i))))
              }
              tooltip={
                shape === 'phone'
                  ? null
                  : (step) => <ReadOut title={at(step)} aside={from(step)} rows={rows(step)} />
              }
            />
          )}
        </div>
        <ChartFooter {...{ shown, state, selection, select }} />
      </div>
      {shape === 'phone' && !selection.table && <PhoneReadOut {...{ shown, state, at, from, rows }} />}
      <ForecastNotes shown={shown} system={system} />
      {imported && <p className={styles.imported}>{imported}</p>}
      <CounterNotes {...{ data, system, names }} />
      {opened.length > 0 && (
        <EventDetails
          events={opened}
          more={happened?.more ?? false}
          timeZone={data.timeZone}
          nameOf={({ sn }) => (names.size > 1 ? (names.get(sn) ?? sn) : '')}
          close={() => setOpened([])}
        />
      )}
    </>
  )
}

const NONE: readonly ChartEvent[] = []

function Rows({
  shown,
  state,
  at,
  caption,
}: {
  shown: Shown
  state: ChartState
  at: (step: number) => string
  caption: string
}) {
  const { t } = useTranslation('charts')
  const f = useFormats()
  const view = state((looking) => looking.view)
  const seen = stepsSeen(shown.data.edges, view)
  const columns = useMemo(() => dataColumns(shown, comparedText(shown.selection, f), t), [shown, t, f])
  return (
    <DataTable
      caption={caption}
      columns={cutColumns(columns, seen)}
      starts={shown.data.edges.slice(...seen)}
      at={(index) => at(index + seen[0])}
    />
  )
}

type PhoneProps = {
  shown: Shown
  state: ChartState
  at: (step: number) => string
  /** Where a step's values come from; empty: measured. */
  from: (step: number) => string
  rows: (step: number) => ReturnType<typeof readOutAt>
}

/** On phones the values are below the chart: at the cursor, or else the latest ones. */
function PhoneReadOut({ shown, state, at, from, rows }: PhoneProps) {
  const { t } = useTranslation('charts')
  const cursor = state((looking) => looking.cursor)
  const step = cursor ?? latestStep(shown.data)
  const { resolution, method } = shown.selection
  return (
    step !== null && (
      <div className={styles.phone}>
        <ReadOut
          title={at(step)}
          aside={from(step) || `${t(`resolutions.${resolution}`)} · ${t(`methods.${method}`)}`}
          rows={rows(step)}
        />
      </div>
    )
  )
}
