/** Design px per rem: the browsers' default font size. */
const DRAWN = 16

/** Converts design px to a length that scales with the browser's font size. */
export const rem = (px: number) => `${px / DRAWN}rem`

/** Page px per design px. */
export const drawnScale = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / DRAWN || 1
