import { storeOutcomes } from '../../control/outcomes.ts'
import { updateEpisodes } from '../../messages/update-episodes.ts'
import type { Db } from '../../platform/db/database.ts'
import { confirmPendingClaims } from '../../systems/confirmation.ts'
import { type Item, outcomesIn, statesIn } from '../../telemetry/intake/batch.ts'
import type { Refusals } from '../../telemetry/intake/refusals.ts'
import { type BatchStep, writeBatch } from '../../telemetry/intake/write.ts'
import { statesAround } from '../../telemetry/readings/states.ts'
import { findSwitchedOffAndOn } from '../../telemetry/readings/switching.ts'

const followStates: BatchStep = async (sql, { freshStates }) => {
  if (freshStates.length > 0) await updateEpisodes(sql, await statesAround(sql, freshStates))
  return []
}

const confirmSwitchedClaims: BatchStep = async (sql, { batch }) => {
  const states = statesIn(batch)
  if (states.length > 0) await confirmPendingClaims(sql, states, (spans) => findSwitchedOffAndOn(sql, spans))
  return []
}

/** Refuses outcomes of commands that the unit was never given. */
const applyOutcomes: BatchStep = async (sql, { batch }) => {
  const outcomes = outcomesIn(batch)
  const unknown = outcomes.length > 0 ? await storeOutcomes(sql, outcomes) : []
  return unknown.map(({ system, receivedAt, outcome }) => ({
    ...{ kind: 'refusal', system, receivedAt, topic: 'outcome', reason: 'unknown_command' },
    payload: JSON.stringify(outcome),
  }))
}

/** In this order: steps that lock owners and commands, and may have to wait for them, come last. */
const steps = [followStates, confirmSwitchedClaims, applyOutcomes]

/** Stores a batch of units' messages, with all effects in other domains, in one transaction. */
export const storeBatch = (
  db: Pick<Db, 'transaction'>,
  batch: readonly Item[],
  keep: (refusals: Refusals) => Refusals = (refusals) => refusals,
): Promise<void> => writeBatch(db, batch, { steps, keep })
