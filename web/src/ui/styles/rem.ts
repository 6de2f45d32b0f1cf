/** Drawn px of one rem: the font size that browsers begin with. */
const DRAWN = 16

/** A length that grows with the font size set in the browser, from px as drawn. */
export const rem = (px: number) => `${px / DRAWN}rem`

/** px of the page for one as drawn. */
export const drawnScale = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / DRAWN || 1
