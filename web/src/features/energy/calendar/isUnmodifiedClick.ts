import type { MouseEvent } from 'react'

/** True for a plain primary click without modifier keys. */
export const isUnmodifiedClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
