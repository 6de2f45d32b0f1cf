import { IconFileExport, IconPhoto } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from '../../../platform/client/useMutation.ts'
import { serverNow } from '../../../platform/clock/serverClock.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import type { ChartState } from '../../../ui/chart/state.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import { useShape } from '../../../ui/hooks/useShape.ts'
import controls from './Controls.module.css'
import { dataColumns } from './columns.ts'
import { saveCsv, savePicture } from './exporting.ts'
import { plottedOf } from './model/plotted.ts'
import type { Shown } from './model/useGraph.ts'

type ExportProps = {
  shown: Shown | null
  state: ChartState
  name: string
}

/** Exports the visible range as a table. */
export function CsvButton({ shown, state, name }: ExportProps) {
  const { t, i18n } = useTranslation('charts')
  const shape = useShape()
  const { busy, fault, run } = useMutation()
  const faultText = useFaultText()
  const language = i18n.language === 'en' ? 'en' : 'de'
  const save = async () => {
    if (!shown) return
    const file = { name, timeName: t('time'), language } as const
    await saveCsv(shown, dataColumns(shown, t), state.getState().view, file)
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

/** Exports the visible range as a picture. */
export function PictureButton({
  shown,
  state,
  name,
  main,
  children,
}: ExportProps & { main: RefObject<HTMLDivElement | null>; children?: ReactNode }) {
  const { t } = useTranslation('charts')
  const f = useFormats()
  const { fault, run } = useMutation()
  const faultText = useFaultText()
  const speech = { t, f }
  const save = async () => {
    const host = main.current
    if (!shown || !host) return
    const plotted = plottedOf(shown, serverNow().getTime(), speech)
    await savePicture(host, shown, plotted, state.getState().view, { name, speech })
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
