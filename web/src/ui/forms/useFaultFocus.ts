import { useEffect, useRef } from 'react'

/** Focuses the form's first invalid field whenever the errors found here or returned by the server change. */
export function useFaultFocus(found: unknown, refused: unknown) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the invalid field is read from the page
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [found, refused])
  return form
}
