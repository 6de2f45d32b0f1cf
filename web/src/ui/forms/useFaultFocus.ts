import { useEffect, useRef } from 'react'

/**
 * For a form: the first field that something is wrong with gets the focus, whenever what was found wrong here or
 * what was refused elsewhere is another.
 */
export function useFaultFocus(found: unknown, refused: unknown) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wrong is read from the page
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [found, refused])
  return form
}
