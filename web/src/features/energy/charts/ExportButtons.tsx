import { type SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import { IconFileExport, IconPhoto } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { useMutation } from '../../../platform/client/useMutation.ts'
import { serverNow } from '../../../platform/clock/serverClock.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import type { ChartState } from '../../../ui/chart/state.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import { useShape } from '../../../ui/hooks/useShape.ts'
import { useVersionTexts } from '../../firmware/versions.ts'
import { eventsOf } from '../api/events.ts'
import controls from './Controls.module.css'
import { dataColumns } from './columns.ts'
import { eventSentence, eventTimes } from './eventTexts.ts'
import { saveCsv, savePicture } from './exporting.ts'
import { marksOf } from './marks.tsx'
import { plottedOf } from './model/plotted.ts'
import type { System } from './model/selection.ts'
import { comparedText } from './model/times.ts'
import type { Shown } from './model/useGraph.ts'
import { useForecastNotes } from './parts/useForecastNotes.ts'

type ExportProps = {
  shown: Shown | null
  state: ChartState
  name: string
}

/** Exports the visible range as a table. */
export function CsvButton({ shown, state, name }: ExportProps) {
  const { t, language } = useTranslation('charts')
  const f = useFormats()
  const shape = useShape()
  const { busy, fault, run } = useMutation()
  const faultText = useFaultText()
  const save = async () => {
    if (!shown) return
    const file = { name, timeName: t('time'), language } as const
    await saveCsv(shown, dataColumns(shown, comparedText(shown.selection, f), t), state.getState().view, file)
  }
  const icon = <IconFileExport size={20} stroke={1.5} aria-hidden />
  return (
    <>
      {shape === 'phone' ? (
        <button
          type="button"
          className={controls.square}
          aria-label={t('csv')}
          disabled={!shown}
          onClick={() => void run(save)}
        >
          {icon}
        </button>
      ) : (
        <Button kind="secondary" busy={busy} disabled={!shown} onClick={() => void run(save)}>
          {icon}
          {t('csv')}
        </Button>
      )}
      <Notice kind="danger" text={fault && faultText(fault)} />
    </>
  )
}

type PictureProps = ExportProps & {
  names: ReadonlyMap<SerialNumber, string>
  system: System
  main: RefObject<HTMLDivElement | null>
  children?: ReactNode
}

/** Exports the visible range as a picture, with what happened in it. */
export function PictureButton({ shown, state, name, names, system, main, children }: PictureProps) {
  const { t } = useTranslation('charts', 'flags')
  const f = useFormats()
  const { fault, run } = useMutation()
  const faultText = useFaultText()
  const versions = useVersionTexts()
  const notes = useForecastNotes(shown, system)
  const speech = { t, f }
  const save = async () => {
    const host = main.current
    if (!shown || !host) return
    const { data } = shown
    const now = serverNow()
    const wording = { ...speech, versions, timeZone: data.timeZone, now }
    const known = eventsOf({ system, from: data.from, until: data.until }).current()
    const marks = marksOf(known?.events ?? [], { edges: data.edges, now: now.getTime() }, (event) =>
      [
        ...(system === TOTAL ? [`${names.get(event.sn) ?? event.sn}:`] : []),
        eventSentence(event, wording),
        eventTimes(event, wording),
      ].join(' '),
    )
    const source = { name, systems: [...names.values()], marks, notes, view: state.getState().view }
    await savePicture(host, shown, plottedOf(shown, now.getTime(), speech), { source, speech })
  }
  return (
    <>
      {children ? (
        <Button kind="secondary" onClick={() => void run(save)}>
          {children}
        </Button>
      ) : (
        <button
          type="button"
          className={controls.square}
          title={t('png')}
          aria-label={t('png')}
          disabled={!shown}
          onClick={() => void run(save)}
        >
          <IconPhoto size={20} stroke={1.5} aria-hidden />
        </button>
      )}
      <Notice kind="danger" text={fault && faultText(fault)} />
    </>
  )
}
