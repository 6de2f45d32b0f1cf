import { displayOf } from '@kellersonne/core/messages/messages'
import { useEffect } from 'react'
import { useNow } from '../../../platform/clock/useNow.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { findings } from '../../energy/api/findings.ts'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import { marksOf } from '../model/marks.ts'
import type { MarkPlace, NodeMarkProps } from '../section/NodeMark.tsx'

const HOUR_MS = 3_600_000

type Marks = {
  readonly marks: ReadonlyMap<MarkPlace, NodeMarkProps>
  /** False until the findings have arrived: that there are none is not known before. */
  readonly areKnown: boolean
}

/** Signs for the places of the drawing that something is wrong with; findings are asked for every hour. */
export function useMarks(view: LiveViewModel): Marks {
  const { t } = useTranslation('dashboard')
  const hour = useNow((now) => Math.floor(now.getTime() / HOUR_MS))
  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshes when the hour changes
  useEffect(() => {
    void findings.refresh()
  }, [hour])
  const { value } = findings.use()
  const found = marksOf(view, value?.systems ?? [])
  const marks = new Map(
    [...found].map(([place, { sn, of, grave }]): [MarkPlace, NodeMarkProps] => {
      const query = new URLSearchParams({ sn })
      const name = view.names.get(sn) ?? sn
      return 'message' in of
        ? [
            place,
            {
              grave,
              to: `/dashboard/messages?${query}`,
              text: t('mark.message', { name, display: displayOf(of.message) }),
            },
          ]
        : [place, { grave, to: `/battery-health?${query}`, text: t(`mark.${of.finding}`, { name }) }]
    }),
  )
  return { marks, areKnown: value !== null }
}
