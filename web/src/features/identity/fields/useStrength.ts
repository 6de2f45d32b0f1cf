import type { Strength } from '@kellersonne/core/identity/passwords'
import { useDeferredValue, useState } from 'react'
import { inTime } from '../../../platform/chunkFault.ts'

type Judge = (password: string, email: string) => Strength

/**
 * How hard `password` is to guess for who knows `email`; null while there is none, or nothing to judge it by:
 * that is large, and comes once `load` was called. Without it everything else works.
 */
export function useStrength(password: string, email: string): [strength: Strength | null, load: () => void] {
  const [judge, setJudge] = useState<Judge | null>(null)
  const judged = useDeferredValue(password)
  async function load() {
    const loaded = await inTime(import('@kellersonne/contract/identity/strength')).catch(() => null)
    if (loaded) setJudge(() => loaded.strengthFor)
  }
  return [judge === null || judged === '' ? null : judge(judged, email), () => void load()]
}
