import type { Item } from './batch.ts'

/** Counts the messages that a unit raises: those in a state of it that were not in the one before. */
export function openRaised() {
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
