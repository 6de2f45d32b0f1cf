import { releaseStore, type StoredRelease } from '../../../firmware/releases/store.ts'
import { withdrawRelease } from '../../../firmware/runs/withdraw.ts'
import type { Sql } from '../../../platform/db/database.ts'
import { type ChangeJob, cannot } from '../command.ts'
import type { Named } from './inputs.ts'
import { stateOf } from './show.ts'

/** The release of a name, held against others' changes until the end of the transaction. Throws `StartupError`. */
async function heldRelease(sql: Sql, { chip, version }: Named): Promise<StoredRelease> {
  await releaseStore(sql).hold(chip)
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
    const one = await heldRelease(sql, input)
    const after = await work(sql, one)
    if (!after) throw cannot(`There is no release ${subject}${unless ?? ''}.`)
    await record(sql, { subject, before: { state: stateOf(one), share: one.share }, after })
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

export async function resumeRelease(input: Named, job: ChangeJob) {
  await change(input, job, {
    unless: ' that is paused',
    work: async (sql) => ((await releaseStore(sql).resume(input, job.now)) ? { state: 'offered' } : null),
  })
  return { json: namesOf(input), text: 'It is offered again; failures count from now on.' }
}

export async function shareRelease(input: Named & { percent: number }, job: ChangeJob) {
  const { percent } = input
  await change(input, job, {
    work: async (sql) => ((await releaseStore(sql).setShare(input, percent)) ? { share: percent } : null),
  })
  return {
    json: { ...namesOf(input), share: percent },
    text: `It is offered to ${percent} % of systems.`,
  }
}

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
