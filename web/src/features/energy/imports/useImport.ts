import type { EnergyImport, ImportPreview } from '@kellersonne/contract/energy/imports'
import { useEffect, useState } from 'react'
import { markUnsaved } from '../../../platform/program/unsaved.ts'
import { useRateLimitedSubmit } from '../../../ui/forms/useRateLimitedSubmit.ts'
import { addHistory, type ImportForm, preview } from '../api/imports.ts'
import { type FileFault, type ReadFile, readFile } from './readFile.ts'
import { emptyFor, type Fault, type Recognised, type Typed, toForm } from './typed.ts'

/** What a file would add, as long as nothing else is chosen. */
type Previewed = { readonly of: Typed; readonly form: ImportForm; readonly answer: ImportPreview }

/** A file for a system: previewed as soon as it is chosen, then imported. */
export function useImport(typed: Typed, setTyped: (change: (now: Typed) => Typed) => void) {
  const { busy, fault, retryAfterSeconds, attempt } = useRateLimitedSubmit()
  const [answered, setAnswered] = useState<(Recognised & { readonly of: ReadFile }) | null>(null)
  const [previewed, setPreviewed] = useState<Previewed | null>(null)
  const [wrong, setWrong] = useState<Fault | FileFault | null>(null)
  const [sent, setSent] = useState<Typed | null>(null)
  const [made, setMade] = useState<EnergyImport | null>(null)
  const recognised = answered?.of === typed.file ? answered : null
  useEffect(() => (typed.file ? markUnsaved() : undefined), [typed.file])

  function change(part: Partial<Typed>) {
    setTyped((now) => ({ ...now, ...part }))
    setWrong(null)
    setMade(null)
  }

  function previewOf(mine: Typed, known: Recognised | null) {
    const read = toForm(mine, known)
    setPreviewed(null)
    setWrong('fault' in read ? read.fault : null)
    if (!('form' in read)) return
    setSent(mine)
    void attempt(async () => {
      const answer = await preview(read.form)
      if (known === null && mine.file) setAnswered({ ...answer, of: mine.file })
      setPreviewed({ of: mine, form: read.form, answer })
    })
  }

  async function choose(file: File) {
    const read = await readFile(file)
    setMade(null)
    if (typeof read === 'string') {
      setWrong(read)
      return
    }
    const mine = { ...typed, file: read, own: false, columns: new Map() }
    setTyped(() => mine)
    previewOf(mine, null)
  }

  const apply = ({ form }: Previewed) =>
    void attempt(async () => {
      const added = await addHistory(form)
      setPreviewed(null)
      setTyped(({ sn, timeZone }) => emptyFor(sn, timeZone))
      setMade(added)
    })

  const shown = previewed?.of === typed && previewed.answer.format !== null ? previewed : null
  return {
    ...{ busy, wrong, recognised, made, change, retryAfterSeconds },
    choose: (file: File) => void choose(file),
    submit: () => previewOf(typed, recognised),
    preview: shown && { answer: shown.answer, apply: () => apply(shown) },
    /** Why the last attempt failed, if nothing else has been chosen since. */
    failure: sent === typed ? fault : null,
  }
}
