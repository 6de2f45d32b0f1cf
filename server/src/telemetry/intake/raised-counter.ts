import type { Item } from './batch.ts'

/** Counts the device messages a unit raises: those in a state that were not in the state before it. */
export function openRaisedCounter() {
  const before = new Map<number, ReadonlySet<string>>()

  return (system: number, items: readonly Item[]): number => {
    let raised = 0
    for (const item of items) {
      if (item.kind !== 'state') continue
      const now = new Set([...item.state.message1, ...item.state.message2])
      const last = before.get(system)
      raised += [...now].filter((code) => !last?.has(code)).length
      if (now.size === 0) before.delete(system)
      else before.set(system, now)
    }
    return raised
  }
}
