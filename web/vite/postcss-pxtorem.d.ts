declare module 'postcss-pxtorem' {
  import type { Plugin } from 'postcss'

  type Options = {
    /** px per `rem` in the sources. */
    readonly rootValue: number
    readonly unitPrecision: number
    readonly propList: readonly string[]
    readonly mediaQuery: boolean
    /** Shorter lengths stay in px. */
    readonly minPixelValue: number
  }
  export default function relativeLengths(options: Options): Plugin
}
