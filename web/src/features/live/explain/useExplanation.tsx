import { type ReactNode, Suspense, useState } from 'react'
import { lazyDialog } from '../../../ui/feedback/lazyDialog.ts'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import type { Topic } from './topics.ts'

const Explanation = lazyDialog(async () => (await import('./Explanation.tsx')).Explanation, 'details')

/** A function that opens the explanation of a number, and its dialog, to be rendered. `explain` is stable. */
export function useExplanation(view: LiveViewModel): {
  explain: (topic: Topic) => void
  explanation: ReactNode
} {
  const [topic, explain] = useState<Topic | null>(null)
  const explanation = topic && (
    <Suspense fallback={null}>
      <Explanation topic={topic} view={view} close={() => explain(null)} />
    </Suspense>
  )
  return { explain, explanation }
}
