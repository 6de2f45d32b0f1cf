import type { Day } from '@kellersonne/core/time/days'
import { useMemo } from 'react'
import { useAddress } from '../../../ui/hooks/useAddress.ts'
import { changed, readSelection, type Selection, writeSelection } from './model/selection.ts'

/** What the address selects, what of it could not be read, and how to select something else. */
export function useSelection(today: Day) {
  const [address, setAddress] = useAddress()
  const read = useMemo(() => readSelection(address, today), [address, today])
  /** `replace`: goes back past it. */
  const select = (change: Partial<Selection>, replace = false) =>
    setAddress(writeSelection(changed(read.selection, change)), { replace })
  return { ...read, select }
}
