import type { MouseEvent } from 'react'

/** Whether a press of the pointer asks for nothing but to go there. */
export const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
