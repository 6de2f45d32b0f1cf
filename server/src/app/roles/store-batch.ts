import { storeOutcomes } from '../../control/outcomes.ts'
import { commandStore } from '../../control/store.ts'
import { followTemperatures } from '../../energy/health/follow-temperatures.ts'
import { followRules } from '../../messages/own-rules/follow.ts'
import { updateEpisodes } from '../../messages/update-episodes.ts'
import type { Db } from '../../platform/db/database.ts'
import { confirmPendingClaims, type FindSwitched } from '../../systems/confirmation.ts'
import { proveHandovers } from '../../systems/handovers.ts'
import { type Item, outcomesIn, refused, statesIn } from '../../telemetry/intake/batch.ts'
import { RAISED } from '../../telemetry/intake/budget.ts'
import { type BatchStep, type Written, writeBatch } from '../../telemetry/intake/write.ts'
import { statesAround } from '../../telemetry/readings/states-around.ts'
import { findSwitchedOffAndOn } from '../../telemetry/readings/switching.ts'

/** Each stored change stays for good; a fold in the database reads as many for the cost of one reading. */
const COST = { stored: RAISED / 2, read: 1 / 50 }

const followStates: BatchStep = async (sql, { freshStates }) => {
  if (freshStates.length === 0) return {}
  const work = await updateEpisodes(sql, await statesAround(sql, freshStates))
  return {
    costs: new Map(work.map(({ system, stored, read }) => [system, COST.stored * stored + COST.read * read])),
  }
}

const confirmSwitchedClaims: BatchStep = async (sql, { batch }) => {
  const states = statesIn(batch)
  if (states.length === 0) return {}
  // Whoever can command a unit need not stand before it.
  const switched: FindSwitched = async (spans) => {
    const commanded = await commandStore(sql).switchedOff(spans)
    return findSwitchedOffAndOn(
      sql,
      spans.filter(({ system }) => !commanded.includes(system)),
    )
  }
  await proveHandovers(sql, states, switched)
  await confirmPendingClaims(sql, states, switched)
  return {}
}

/** Refuses outcomes of commands that the unit was never given. */
const applyOutcomes: BatchStep = async (sql, { batch }) => {
  const outcomes = outcomesIn(batch)
  const unknown = outcomes.length > 0 ? await storeOutcomes(sql, outcomes) : []
  return {
    refusals: unknown.map(({ system, receivedAt, outcome }) => ({
      ...{ kind: 'refusal', system, receivedAt, topic: 'outcome', ...refused('unknown_command', 'id') },
      payload: JSON.stringify(outcome),
    })),
  }
}

/** A rule that turns costs as much as a reading. */
const followOwnRules: BatchStep = async (sql, { batch }) => {
  const turned = Map.groupBy(await followRules(sql, batch), (system) => system)
  return { costs: new Map([...turned].map(([system, { length }]) => [system, length])) }
}

const countTemperatures: BatchStep = async (sql, { batch }) => {
  await followTemperatures(sql, batch)
  return {}
}

/**
 * In this order: steps that may have to wait for rows come late, those of rules before hand-overs, as when an ownership ends.
 * Claims come last, which hold owners, but wait for nobody: not even for an owner who does what takes seconds.
 */
const steps = [followStates, applyOutcomes, followOwnRules, countTemperatures, confirmSwitchedClaims]

/** `keep` selects the refusals to store, `mayOpen` the readings that may open a sealed day; if left out, all. */
type Options = Partial<Pick<Parameters<typeof writeBatch>[2], 'keep' | 'mayOpen'>>

/** Stores a batch of units' messages, with all effects in other domains, in one transaction. */
export const storeBatch = (
  db: Pick<Db, 'transaction'>,
  batch: readonly Item[],
  { keep = (refusals) => refusals, mayOpen = () => true }: Options = {},
): Promise<Written> => writeBatch(db, batch, { steps, keep, mayOpen })
