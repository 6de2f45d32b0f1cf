import { useEffect, useRef } from 'react'

/** For a list in a card: where a row goes that had the focus, the card's heading gets it. */
export function useListFocus(rows: number) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(rows)
  useEffect(() => {
    if (rows < before.current && document.activeElement === document.body)
      list.current?.closest('section')?.querySelector<HTMLElement>('h2')?.focus()
    before.current = rows
  }, [rows])
  return list
}
