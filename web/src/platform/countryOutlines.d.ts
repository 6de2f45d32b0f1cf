/**
 * By ISO 3166-1 code, the outline of each country that owners live in, as an SVG path in twentieths of a degree: x to the
 * east of Greenwich, y to the south of the equator. At 51° north a degree of longitude is 0.63 of one of latitude.
 */
declare module 'virtual:country-outlines' {
  const outlines: Readonly<Record<import('@kellersonne/core/identity/countries').Country, string>>
  export default outlines
}
