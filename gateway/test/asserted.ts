import { namedProfile, ownProfiles } from '../src/profiles/load.ts'
import { type Measure, measureNames } from '../src/profiles/measures.ts'
import type { Transport } from '../src/profiles/profile.ts'

type State = { readonly profile: string; readonly expected: Partial<Record<Measure, number>> }

/** The signs with which some state must show a measure; 0 has none, so it shows nothing. */
const directionsOf = (measure: Measure): readonly string[] =>
  measure === 'grid_w' || measure === 'battery_w' ? ['above zero', 'below zero'] : ['other than zero']

function isShown(value: number | undefined, direction: string): boolean {
  if (value === undefined || value === 0) return false
  return direction === 'other than zero' || value > 0 === (direction === 'above zero')
}

/** Returns what the profiles of a transport give and no state of a device asserts: each measure, grid and battery twice. */
export const notAsserted = (kind: Transport['kind'], states: readonly State[]): string[] =>
  ownProfiles().flatMap((id) => {
    const { transport, values } = namedProfile(id, '/')
    if (transport.kind !== kind) return []
    const expected = states.filter(({ profile }) => profile === id).map((state) => state.expected)
    return measureNames
      .filter((measure) => values[measure] !== undefined)
      .flatMap((measure) => directionsOf(measure).map((direction) => ({ measure, direction })))
      .filter(({ measure, direction }) => !expected.some((state) => isShown(state[measure], direction)))
      .map(({ measure, direction }) => `${id}: ${measure} ${direction}`)
  })
