import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { createQueries } from '../../../platform/client/query.ts'
import { announceCorrected, onCorrected } from './corrected.ts'

type Change = { readonly id: string; readonly sn: SerialNumber; readonly made_at: string }

/** What owners change of their history, by system: `of` lists it, and `change` sends a change of the list. */
export function changeLists<T extends Change>(ask: (sn: SerialNumber) => Promise<readonly T[]>) {
  const lists = createQueries(ask)
  onCorrected(lists.expireAll)
  return {
    /** Newest first, undone ones too. */
    of: (sn: SerialNumber) => lists(sn),
    /** Whether it succeeds or not, what is known expires: a change whose answer is lost has been made. */
    async change(sent: Promise<T>): Promise<T> {
      try {
        const changed = await sent
        const list = lists(changed.sn)
        const others = (list.current() ?? []).filter(({ id }) => id !== changed.id)
        list.setData([changed, ...others].toSorted((one, other) => other.made_at.localeCompare(one.made_at)))
        return changed
      } finally {
        announceCorrected()
      }
    },
  }
}
