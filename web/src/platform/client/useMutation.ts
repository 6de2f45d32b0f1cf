import { useRef, useState } from 'react'
import { type ApiError, toFault } from './client.ts'

/** Runs one task at a time; tracks whether one is running and why the last one failed. */
export function useMutation() {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<ApiError | null>(null)
  const running = useRef<boolean>(false)

  /** Runs the task unless one is already running. */
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
