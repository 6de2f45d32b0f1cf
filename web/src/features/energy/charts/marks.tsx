import type { ChartEvent } from '@kellersonne/contract/energy/events'
import { severityOf } from '@kellersonne/core/messages/messages'
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleArrowUp,
  IconCloudOff,
  IconEraser,
  IconHistory,
  IconInfoCircle,
  IconPlayerPlay,
  IconTargetArrow,
} from '@tabler/icons-react'
import type { Mark } from '../../../ui/chart/Marks.tsx'

const severe = { danger: IconAlertOctagon, warn: IconAlertTriangle, info: IconInfoCircle }
const icons = {
  offline: IconCloudOff,
  calibration: IconTargetArrow,
  late: IconHistory,
  command: IconPlayerPlay,
  update: IconCircleArrowUp,
  correction: IconEraser,
}

export const iconOf = (event: ChartEvent) => {
  const Icon = event.kind === 'message' ? severe[severityOf(event.code)] : icons[event.kind]
  return <Icon size={20} stroke={1.75} aria-hidden />
}

/** A repeated event is identified by its position in the list. */
export const idOf = (event: ChartEvent, index: number) => `${event.kind} ${event.sn} ${event.from} ${index}`

/** The marks of events below the axis; `from` and `until` bound the range shown, ms. */
export const marksOf = (
  events: readonly ChartEvent[],
  [from, until]: readonly [number, number],
  label: (event: ChartEvent) => string,
): Mark[] =>
  events.map((event, i) => ({
    id: idOf(event, i),
    at: event.from === null ? from : Date.parse(event.from),
    until: event.until === null ? (event.kind === 'message' ? until : null) : Date.parse(event.until),
    icon: iconOf(event),
    label: label(event),
  }))
