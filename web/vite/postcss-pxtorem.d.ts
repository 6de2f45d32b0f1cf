declare module 'postcss-pxtorem' {
  import type { Plugin } from 'postcss'

  type Options = {
    /** What one `rem` is in the sources, in px. */
    readonly rootValue: number
    readonly unitPrecision: number
    readonly propList: readonly string[]
    readonly mediaQuery: boolean
    /** Smaller lengths stay in px. */
    readonly minPixelValue: number
  }
  export default function relativeLengths(options: Options): Plugin
}
