import type { CorrectionPreview } from '@kellersonne/contract/energy/corrections'
import { type FormEvent, useEffect, useState } from 'react'
import { usePreferences } from '../../../../platform/preferences.ts'
import { markUnsaved } from '../../../../platform/program/unsaved.ts'
import { dropDraft, keepDraft } from '../../../../platform/session.ts'
import { useFaultFocus } from '../../../../ui/forms/useFaultFocus.ts'
import { useRateLimitedSubmit } from '../../../../ui/forms/useRateLimitedSubmit.ts'
import { type CorrectionForm, correct, preview } from '../../api/corrections.ts'
import { type Faults, refusedFields, type System, toForm } from './toForm.ts'
import { emptyFor, type Field, FORM, type Typed, withField } from './typed.ts'

/** What a form would change, as long as nothing else is typed. */
type Previewed = { readonly of: Typed; readonly form: CorrectionForm; readonly answer: CorrectionPreview }

type Options = {
  readonly typed: Typed
  readonly setTyped: (change: (now: Typed) => Typed) => void
  /** The form as it was opened. */
  readonly opened: Typed
  readonly system: System
}

const isEmpty = (faults: Faults) => Object.keys(faults).length === 0

/** Saves what has been typed in case the session ends, and keeps the page from being reloaded. */
function useUnsaved(typed: Typed, opened: Typed) {
  const isTyped = JSON.stringify(typed) !== JSON.stringify(opened)
  useEffect(dropDraft, [])
  useEffect(() => {
    const stop = keepDraft(FORM, () => (isTyped ? typed : null))
    return () => void stop()
  }, [typed, isTyped])
  useEffect(() => (isTyped ? markUnsaved() : undefined), [isTyped])
}

/** The form of a correction: previewed first, then made. */
export function useCorrectionForm({ typed, setTyped, opened, system }: Options) {
  const language = usePreferences((preferences) => preferences.language)
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  const [sent, setSent] = useState<Typed | null>(null)
  const [found, setFound] = useState<Faults>({})
  const [previewed, setPreviewed] = useState<Previewed | null>(null)
  const [applied, setApplied] = useState(false)
  useUnsaved(typed, opened)
  const refused = sent === typed ? refusedFields(fault, typed) : {}
  const faults = isEmpty(found) ? refused : found
  const form = useFaultFocus(sent, fault)

  function type(field: Field, text: string) {
    setTyped((now) => withField(now, field, text))
    setFound(({ [field]: _, ...others }) => others)
    setApplied(false)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    // A copy, so that the same errors are pointed out again.
    const mine = { ...typed }
    const read = toForm(mine, system, language)
    setTyped(() => mine)
    setSent(mine)
    setApplied(false)
    setPreviewed(null)
    setFound('faults' in read ? read.faults : {})
    if ('form' in read)
      void attempt(async () => {
        setPreviewed({ of: mine, form: read.form, answer: await preview(read.form) })
      })
  }

  const apply = (wanted: CorrectionForm) =>
    void attempt(async () => {
      await correct(wanted)
      setTyped(({ sn, kind }) => ({ ...emptyFor(sn), kind }))
      setSent(null)
      setApplied(true)
    })

  const shown = previewed?.of === typed ? previewed : null
  return {
    form,
    type,
    submit,
    faults,
    busy,
    preview: shown && { form: shown.form, answer: shown.answer, apply: () => apply(shown.form) },
    applied,
    /** Why the last attempt failed, if no field is to blame and the form is still the same. */
    failure: isEmpty(refused) && sent === typed ? fault : null,
    retryAfterSeconds,
  }
}
