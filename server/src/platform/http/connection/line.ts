/** A line in which parties take turns: none waits for all that another has asked. */
export function openLine<T>() {
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

    /** Takes out whose turn it is, whereupon their party is behind all others; undefined where nobody waits. */
    next(): T | undefined {
      const [first] = parties
      if (!first) return undefined
      const [party, [one, ...rest]] = first
      parties.delete(party)
      keep(party, rest)
      return one
    },

    /** The last of the party with the most waiting; undefined where nobody waits. */
    last: (): T | undefined => longest()?.[1].at(-1),

    /** Takes out one who does not wait any longer. */
    leave(party: string, one: T): void {
      keep(party, parties.get(party)?.filter((other) => other !== one) ?? [])
    },

    /**
     * Takes out the last of the party with the most waiting, for one of a party with none; undefined where that party
     * has one waiting already, or no other has more than one.
     */
    giveWay(party: string): T | undefined {
      const most = longest()
      if (!most || most[1].length < 2 || parties.has(party)) return undefined
      return most[1].pop()
    },
  }
}
export type Line<T> = ReturnType<typeof openLine<T>>
