import type { Day } from '@kellersonne/core/time/days'
import { useMemo } from 'react'
import { useUrlQuery } from '../../../ui/hooks/useUrlQuery.ts'
import { changed, readSelection, type Selection, writeSelection } from './model/selection.ts'

/** The selection in the URL, its invalid parts, and a function to change it. */
export function useSelection(today: Day) {
  const [address, setAddress] = useUrlQuery()
  const read = useMemo(() => readSelection(address, today), [address, today])
  /** `replace`: replaces the history entry, so that Back skips it. */
  const select = (change: Partial<Selection>, replace = false) =>
    setAddress(writeSelection(changed(read.selection, change)), { replace })
  return { ...read, select }
}
