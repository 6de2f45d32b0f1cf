import { useRef, useState } from 'react'
import { type ApiError, toFault } from './client.ts'

/** One piece of work at a time: whether it is under way, and why the last one failed. */
export function useTask() {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<ApiError | null>(null)
  const running = useRef<boolean>(false)

  /** Does the work, unless one is under way already. */
  async function run(work: () => Promise<void>) {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFault(null)
    await work().catch((cause: unknown) => setFault(toFault(cause)))
    running.current = false
    setBusy(false)
  }

  return { busy, fault, run }
}
