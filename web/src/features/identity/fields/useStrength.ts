import type { Strength } from '@kellersonne/core/identity/passwords'
import { useDeferredValue, useMemo, useState } from 'react'
import { withChunkTimeout } from '../../../platform/chunkFault.ts'

type Judge = (password: string, email: string) => Strength

/**
 * The strength of `password` against an attacker who knows `email`; null if it is empty or the estimator is missing:
 * that is large and loads only once `load` is called. Everything else works without it.
 */
export function useStrength(password: string, email: string): [strength: Strength | null, load: () => void] {
  const [judge, setJudge] = useState<Judge | null>(null)
  const judged = useDeferredValue(password)
  async function load() {
    const loaded = await withChunkTimeout(import('@kellersonne/contract/identity/strength')).catch(() => null)
    if (loaded) setJudge(() => loaded.strengthFor)
  }
  // Takes milliseconds, while its form renders at each key.
  const strength = useMemo(
    () => (judge === null || judged === '' ? null : judge(judged, email)),
    [judge, judged, email],
  )
  return [strength, () => void load()]
}
