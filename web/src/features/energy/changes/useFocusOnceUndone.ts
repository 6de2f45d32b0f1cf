import { useEffect, useRef } from 'react'

/** The row of a change takes the focus of its button, which disappears when it is undone. */
export function useFocusOnceUndone(undone: boolean) {
  const row = useRef<HTMLLIElement>(null)
  const before = useRef(undone)
  useEffect(() => {
    if (undone && !before.current && document.activeElement === document.body) row.current?.focus()
    before.current = undone
  }, [undone])
  return row
}
