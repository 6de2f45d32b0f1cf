import { useState } from 'react'
import {
  type Faults,
  type Field,
  fields,
  nothing,
  type RegistrationContext,
  read,
  type Typed,
} from './fields.ts'

type Refused = { readonly typed: Typed; readonly faults: Faults }

/**
 * The error of each field: by the rules once the field has been left, by the server as long as the refused value
 * stays.
 */
export function useFaults(circumstances: RegistrationContext) {
  const [typed, setTyped] = useState(nothing)
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set())
  const [refused, setRefused] = useState<Refused>({ typed: nothing, faults: {} })
  const own = read(typed, circumstances).faults ?? {}

  function faultOf(field: Field) {
    if (own[field] !== undefined) return left.has(field) ? own[field] : undefined
    return typed[field] === refused.typed[field] ? refused.faults[field] : undefined
  }

  return {
    typed,
    faultOf,
    type: setTyped,
    /** A field left empty is not an error yet. */
    leave(field: Field | undefined, now: Typed) {
      setTyped(now)
      if (field !== undefined && now[field] !== '') setLeft((before) => new Set([...before, field]))
    },
    /** Shows all errors. */
    leaveAll(now: Typed) {
      setTyped(now)
      setLeft(new Set(fields))
    },
    refuse: (faults: Faults, sent: Typed) => setRefused({ typed: sent, faults }),
  }
}
