import { type SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import type { Day } from '@kellersonne/core/time/days'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { type ChartState, chartState } from '../../../ui/chart/state.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/Dialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PartBoundary } from '../../../ui/feedback/PartBoundary.tsx'
import { useShape } from '../../../ui/hooks/useShape.ts'
import { ChartCard } from './ChartCard.tsx'
import { ViewChoice } from './ChartFooter.tsx'
import styles from './ChartsPage.module.css'
import controls from './Controls.module.css'
import { CsvButton, PictureButton } from './ExportButtons.tsx'
import { stepped } from './model/dates.ts'
import { queryOf } from './model/queries.ts'
import { changed, type Selection, type System } from './model/selection.ts'
import { stepText } from './model/times.ts'
import { type Shown, useGraph, usePrefetch } from './model/useGraph.ts'
import { ComparisonChoice, Options } from './Options.tsx'
import { PaperHeading } from './PaperHeading.tsx'
import { DateStepper, PeriodChoice } from './PeriodBar.tsx'
import { OldValues } from './parts/OldValues.tsx'
import { SeriesList } from './SeriesList.tsx'

type Props = {
  selection: Selection
  broken: readonly string[]
  system: System
  names: ReadonlyMap<SerialNumber, string>
  today: Day
  timeZone: string
  select: (change: Partial<Selection>, replace?: boolean) => void
  /** The system switcher, if the top bar has no room for it. */
  switcher: ReactNode
}

/** The chart page of an owner with systems. */
export function ChartsView(props: Props) {
  const { selection, broken, system, names, today, timeZone, select, switcher } = props
  const { t } = useTranslation('charts', 'dashboard')
  const f = useFormats()
  const shape = useShape()
  const graph = useGraph(selection, system)
  const { shown } = graph
  usePrefetch(useNeighbours(selection, system, today))
  const state = useLooking(shown)
  const main = useRef<HTMLDivElement>(null)
  const at = (step: number) =>
    shown ? stepText(shown.data.edges[step] ?? 0, { data: shown.data, ...shown.selection }, f) : ''
  const name = system === TOTAL ? t('dashboard:total') : (names.get(system) ?? system)
  const list = (
    <SeriesList
      selection={selection}
      data={shown?.data ?? null}
      state={state}
      choose={(series) => select({ series }, true)}
      at={at}
    />
  )
  const replace = (change: Partial<Selection>) => select(change, true)
  const options = <Options selection={selection} select={replace} />
  const comparing = <ComparisonChoice selection={selection} system={system} select={replace} />
  const exported = { shown, state, name }
  return (
    <>
      {shown && <PaperHeading {...{ shown, state, name, names }} />}
      <Notice kind="info" text={broken.length > 0 ? t('broken', { names: broken.join(', ') }) : null} />
      {shown && <OldValues {...graph} timeZone={timeZone} />}
      {shape === 'phone' ? (
        <>
          <div className={controls.bar} data-screen>
            <PeriodChoice selection={selection} select={select} />
            <Drawer>
              {switcher}
              {list}
              {options}
              {comparing}
              <ViewChoice selection={selection} select={replace} />
              <PictureButton {...exported} {...{ names, system, main }}>
                {t('png')}
              </PictureButton>
            </Drawer>
            <CsvButton {...exported} />
          </div>
          <DateStepper selection={selection} today={today} select={select} />
          {names.size > 1 && (
            <p className={styles.named} data-screen>
              {name}
            </p>
          )}
        </>
      ) : (
        <div className={controls.bar} data-screen>
          <PeriodChoice selection={selection} select={select} />
          <DateStepper selection={selection} today={today} select={select} />
          <div className={controls.options}>
            {options}
            <PictureButton {...exported} {...{ names, system, main }} />
            <CsvButton {...exported} />
          </div>
        </div>
      )}
      <div className={styles.body}>
        {shape !== 'phone' && (
          <aside className={styles.side} data-screen>
            <PartBoundary of={selection}>{list}</PartBoundary>
            {comparing}
          </aside>
        )}
        <PartBoundary of={selection}>
          <ChartCard {...{ graph, state, selection, system, names, timeZone, at, main }} select={replace} />
        </PartBoundary>
      </div>
    </>
  )
}

/** The view of what is drawn, reset to the full range whenever that changes. */
function useLooking(shown: Shown | null): ChartState {
  const [from, until] = [shown?.data.edges[0] ?? 0, shown?.data.edges.at(-1) ?? 1]
  return useMemo(() => chartState([from, until]), [from, until])
}

function useNeighbours(selection: Selection, system: System, today: Day) {
  return useMemo(() => {
    const { period, date, resolution } = selection
    if (period === 'year' && resolution !== 'month' && resolution !== 'day') return []
    const beside = [-1, 1].map((count) => ({ date: stepped(period, date, count) }))
    const periods = (['day', 'month', 'year'] as const)
      .filter((other) => other !== period)
      .map((other) => ({ period: other }))
    return [...beside, ...periods]
      .map((change) => changed(selection, change))
      .filter((other) => other.date <= today || other.period !== period)
      .map((other) => queryOf(other, system))
  }, [selection, system, today])
}

/** Controls a phone has no room for beside the chart. */
function Drawer({ children }: { children: ReactNode }) {
  const { t } = useTranslation('charts', 'common')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={controls.square}
        aria-label={t('options')}
        onClick={() => setOpen(true)}
      >
        <IconAdjustmentsHorizontal size={20} stroke={1.5} aria-hidden />
      </button>
      {open && (
        <Dialog title={t('options')} close={() => setOpen(false)}>
          <div className={controls.drawer}>{children}</div>
          <DialogActions>
            <Button onClick={() => setOpen(false)}>{t('common:close')}</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
