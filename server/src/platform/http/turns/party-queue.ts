/** A queue in which parties take turns: none has to wait for all of another's calls. */
export function openPartyQueue<T>() {
  const parties = new Map<string, T[]>()

  function keep(party: string, waiting: T[]) {
    if (waiting.length === 0) parties.delete(party)
    else parties.set(party, waiting)
  }
  const longest = () =>
    [...parties].reduce<[string, T[]] | undefined>(
      (most, one) => (most && most[1].length >= one[1].length ? most : one),
      undefined,
    )

  return {
    length: () => [...parties.values()].reduce((sum, { length }) => sum + length, 0),

    join(party: string, one: T): void {
      keep(party, [...(parties.get(party) ?? []), one])
    },

    /** Removes the next in turn and moves its party behind all others; undefined if the queue is empty. */
    next(): T | undefined {
      const [first] = parties
      if (!first) return undefined
      const [party, [one, ...rest]] = first
      parties.delete(party)
      keep(party, rest)
      return one
    },

    /** Returns the last one of the longest party; undefined if the queue is empty. */
    last: (): T | undefined => longest()?.[1].at(-1),

    /** Removes one that no longer waits. */
    leave(party: string, one: T): void {
      keep(party, parties.get(party)?.filter((other) => other !== one) ?? [])
    },

    /**
     * Removes the last one of the longest party in favour of a party with none; undefined if that party already has
     * one waiting, or no other has more than one.
     */
    giveWay(party: string): T | undefined {
      const most = longest()
      if (!most || most[1].length < 2 || parties.has(party)) return undefined
      return most[1].pop()
    },
  }
}
export type PartyQueue<T> = ReturnType<typeof openPartyQueue<T>>
