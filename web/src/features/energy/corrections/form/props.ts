import type { Field, Typed } from './typed.ts'

/** What the parts of the form show, and how they change it. */
export type FormProps = {
  readonly typed: Typed
  readonly type: (field: Field, text: string) => void
  /** What is wrong with a field; null if nothing is. */
  readonly faultOf: (field: Field) => string | null
}
