import { MAX_KEYS } from '@kellersonne/contract/systems/systems'
import { useEffect, useRef, useState } from 'react'
import { draftOf, dropDraft, keepDraft } from '../../platform/session.ts'
import { type KeyFault, type KeyField, keyFaults } from './keys.ts'

const FORM = 'serials'
const drafted = (): KeyField[] => Object.values(draftOf(FORM) ?? { 0: '' }).map((text, id) => ({ id, text }))

/** Saves the input in case the session ends. */
function useDraft(fields: readonly KeyField[]) {
  useEffect(dropDraft, [])
  useEffect(() => {
    const typed = fields.filter(({ text }) => text.trim() !== '').map(({ id, text }) => [id, text])
    const stop = keepDraft(FORM, () => (typed.length > 0 ? Object.fromEntries(typed) : null))
    return () => void stop()
  }, [fields])
}

/** The form's fields: one at first, at most MAX_KEYS. Errors appear once a field has been left. */
export function useKeyFields() {
  const [fields, setFields] = useState(drafted)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [refused, setRefused] = useState<ReadonlyMap<string, KeyFault>>(new Map())
  const next = useRef(fields.length)
  const fresh = (): KeyField => {
    next.current += 1
    return { id: next.current, text: '' }
  }
  useDraft(fields)
  const own = keyFaults(fields)
  const typed = fields.filter(({ text }) => text.trim() !== '')

  function faultOf({ id, text }: KeyField): KeyFault | null {
    const fault = own.get(id) ?? null
    if (fault) return left.has(id) ? fault : null
    return refused.get(text.trim()) ?? null
  }

  return {
    fields,
    typed,
    faultOf,
    firstFaulty: fields.find(({ id }) => own.has(id)) ?? null,
    canGrow: fields.length < MAX_KEYS,
    type: (id: number, text: string) =>
      setFields((now) => now.map((field) => (field.id === id ? { id, text } : field))),
    leave: (id: number) => setLeft((now) => new Set([...now, id])),
    leaveAll: () => setLeft(new Set(fields.map(({ id }) => id))),
    grow() {
      const empty = fresh()
      setFields((now) => [...now, empty])
    },
    /** Of the values sent, keeps only the rejected ones with their errors; later input stays. */
    retain(faults: ReadonlyMap<string, KeyFault>) {
      const sent = new Set(typed.map(({ text }) => text.trim()))
      const stays = (text: string) => text !== '' && (!sent.has(text) || faults.has(text))
      const empty = fresh()
      setRefused(faults)
      setFields((now) => {
        const kept = now.filter(({ text }) => stays(text.trim()))
        return kept.length > 0 ? kept : [empty]
      })
    },
  }
}

export type KeyFields = ReturnType<typeof useKeyFields>
