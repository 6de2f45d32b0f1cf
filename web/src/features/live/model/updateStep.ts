import type { UpdateStatus } from '@kellersonne/core/firmware/status'
import { progressOf } from '@kellersonne/core/firmware/wizard/state'

/** What an update asks of its owner between its parts, or at its end; null if its progress says enough. */
export function updateStepOf(update: UpdateStatus): 'next' | 'switching' | 'installed' | null {
  const { phase, available, total } = progressOf(update)
  switch (phase) {
    case 'waiting':
      return available < total ? 'next' : null
    case 'started':
      return null
    default:
      return phase
  }
}
