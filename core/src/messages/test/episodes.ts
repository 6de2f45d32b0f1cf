import { byText } from '../../units/order.ts'
import { type ActiveMessages, changesBetween, type Episode, foldChanges } from '../episodes.ts'

const byTime = (a: Episode, b: Episode) =>
  a.raisedAt.getTime() - b.raisedAt.getTime() || byText(a.code, b.code)

/**
 * Returns the episodes of a unit's states, in whatever order and however often they arrived; states of the same
 * instant are merged. What the server stores bit by bit must equal this.
 */
export function episodes(states: readonly ActiveMessages[]): readonly Episode[] {
  const ordered = inOrder(states)
  const changes = ordered.flatMap((state, i) => changesBetween(ordered[i - 1] ?? null, state))
  const byCode = Map.groupBy(changes, ({ code }) => code)
  return [...byCode.values()].flatMap((own) => foldChanges(null, own)).sort(byTime)
}

function inOrder(states: readonly ActiveMessages[]): readonly ActiveMessages[] {
  const byInstant = new Map<number, ActiveMessages>()
  for (const state of states) {
    const same = byInstant.get(state.at.getTime())
    byInstant.set(
      state.at.getTime(),
      same ? { at: state.at, messages: [...same.messages, ...state.messages] } : state,
    )
  }
  return [...byInstant.values()].sort((a, b) => a.at.getTime() - b.at.getTime())
}
