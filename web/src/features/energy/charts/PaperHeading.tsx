import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { usePrinting } from '../../../platform/printing.ts'
import type { ChartState } from '../../../ui/chart/state.ts'
import { captionOf } from './caption.ts'
import type { Shown } from './model/useGraph.ts'

type Props = {
  shown: Shown
  state: ChartState
  name: string
  names: ReadonlyMap<SerialNumber, string>
}

/** On paper, says in words what the controls say on the screen. */
export function PaperHeading({ shown, state, name, names }: Props) {
  const { t } = useTranslation('charts')
  const f = useFormats()
  const view = state((looking) => looking.view)
  if (!usePrinting()) return null
  const source = { name, systems: [...names.values()], marks: [], notes: [], view }
  const { title, subtitle } = captionOf(shown, [], source, { t, f })
  return (
    <div>
      <h2>{title}</h2>
      <p>{subtitle}</p>
    </div>
  )
}
