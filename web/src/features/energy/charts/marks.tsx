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

/** The marks of events below the axis; all times in ms. An open message lasts until now, within the range shown. */
export const marksOf = (
  events: readonly ChartEvent[],
  { edges, now }: { edges: readonly number[]; now: number },
  label: (event: ChartEvent) => string,
): Mark[] =>
  events.map((event, i) => ({
    id: idOf(event, i),
    at: event.from === null ? (edges[0] ?? 0) : Date.parse(event.from),
    until:
      event.until === null
        ? event.kind === 'message'
          ? Math.min(now, edges.at(-1) ?? now)
          : null
        : Date.parse(event.until),
    icon: iconOf(event),
    label: label(event),
  }))
