import * as z from 'zod/mini'
import { rolloutStore } from '../../../firmware/releases/rollout-store.ts'
import { releaseStore, rollout, type StoredRelease } from '../../../firmware/releases/store.ts'
import { withdrawRelease } from '../../../firmware/runs/withdraw.ts'
import type { Sql } from '../../../platform/db/database.ts'
import { reachOf } from '../../fleet/reach.ts'
import { type ChangeJob, cannot, type Job } from '../command.ts'
import { type Named, named } from './inputs.ts'
import { type PlanInput, planOf } from './plan.ts'
import { stateOf } from './show.ts'
import { planFacts, sentenceOf } from './show-plan.ts'

/** The release of a name. Throws `StartupError`. */
async function existing(sql: Sql, { chip, version }: Named): Promise<StoredRelease> {
  const one = (await releaseStore(sql).ofChip(chip)).find(({ version: of }) => of === version)
  if (!one) throw cannot(`There is no release ${chip} ${version}.`)
  if (one.withdrawnAt) throw cannot(`The release ${chip} ${version} has been withdrawn for good.`)
  return one
}

/** Changes a release and records it; `work` resolves to its new facts, null if it does not apply to the release. */
async function change<A extends object>(
  input: Named,
  { db, record }: ChangeJob,
  { unless, work }: { unless?: string; work: (sql: Sql, one: StoredRelease) => Promise<A | null> },
): Promise<A> {
  const subject = `${input.chip} ${input.version}`
  return db.transaction(async (sql) => {
    await releaseStore(sql).hold(input.chip)
    const one = await existing(sql, input)
    const after = await work(sql, one)
    if (!after) throw cannot(`There is no release ${subject}${unless ?? ''}.`)
    await record(sql, { subject, before: { state: stateOf(one), ...planFacts(one) }, after })
    return after
  })
}

const namesOf = ({ chip, version }: Named) => ({ chip, version })

export async function pauseRelease(input: Named, job: ChangeJob) {
  await change(input, job, {
    unless: ' that is offered',
    work: async (sql) =>
      (await releaseStore(sql).pause(input, 'operator', job.now)) ? { state: 'paused' } : null,
  })
  return {
    json: namesOf(input),
    text: 'It is offered to nobody any more; updates under way end as they will.',
  }
}

async function resumeRelease(input: Named, job: ChangeJob) {
  await change(input, job, {
    unless: ' that is paused',
    work: async (sql) => ((await releaseStore(sql).resume(input, job.now)) ? { state: 'offered' } : null),
  })
  return { json: namesOf(input), text: 'It is offered again; failures count from now on.' }
}

type ShareInput = Omit<PlanInput, 'share'> & {
  readonly percent?: number | undefined
  readonly everybody?: boolean | undefined
}
const shared = z.object({ ...named.shape, rollout })
type Shared = z.output<typeof shared>

/** Resolves to the plan that a release is to have. Throws `StartupError`. */
export async function readShare(
  { chip, version, percent, everybody, ...plan }: Named & ShareInput,
  { db }: Job,
): Promise<Shared> {
  const asked = Object.values({ percent, everybody, ...plan }).some((one) => one !== undefined)
  if (!asked) throw cannot('Say a percentage, or what is to change.')
  const one = await existing(db, { chip, version })
  const { requires } = one.conditions
  const before = everybody ? { ...one, conditions: { ...(requires && { requires }) }, perDay: null } : one
  const { share, stages, gateFinished, gateSoakMs, conditions, perDay } = await planOf(
    db,
    { ...plan, share: percent },
    before,
  )
  return { chip, version, rollout: { share, stages, gateFinished, gateSoakMs, conditions, perDay } }
}

async function shareRelease({ rollout: plan, ...input }: Shared, job: ChangeJob) {
  const { reaches, ...after } = await change(input, job, {
    work: async (sql, one) => {
      const goesOn = one.share === plan.share && one.stages.join() === plan.stages.join()
      await rolloutStore(sql).set(one.id, plan, goesOn ? one.stageSince : job.now)
      return { ...planFacts(plan), reaches: await reachOf(sql, { ...input, ...plan }) }
    },
  })
  return {
    json: { ...namesOf(input), ...after, reaches },
    text: `It is offered to ${plan.share} % of systems. ${sentenceOf(plan, reaches)}`,
  }
}

/** What may need a second operator. Pausing and withdrawing never do: stopping must not wait. */
export const resumption = { action: 'release resume', request: named, work: resumeRelease }
export const sharing = { action: 'release share', request: shared, work: shareRelease }

export async function withdraw(input: Named, job: ChangeJob) {
  const { called_back: calledBack, go_on: goOn } = await change(input, job, {
    work: async (sql, one) => {
      const done = await withdrawRelease(sql, one, job.now)
      return done && { state: 'withdrawn', called_back: done.calledBack, go_on: done.goOn }
    },
  })
  return {
    json: { ...namesOf(input), called_back: calledBack, go_on: goOn },
    text: `It is withdrawn for good. Updates called back: ${calledBack}; those that have the whole image and end as they will: ${goOn}.`,
  }
}
