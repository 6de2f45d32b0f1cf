import { useEffect, useRef } from 'react'

/** For a list or a part of a card: where a row goes that had the focus, the card's heading gets it. */
export function useListFocus<E extends HTMLElement = HTMLUListElement>(rows: number) {
  const list = useRef<E>(null)
  const before = useRef(rows)
  useEffect(() => {
    if (rows < before.current && document.activeElement === document.body)
      list.current?.closest('section')?.querySelector<HTMLElement>('h2')?.focus()
    before.current = rows
  }, [rows])
  return list
}
