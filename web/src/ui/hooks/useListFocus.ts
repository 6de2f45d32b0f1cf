import { useEffect, useRef } from 'react'

/** For a list or part of a card: if the focused row disappears, moves the focus to the card's heading. */
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
