import { rolloutStore } from '../../../firmware/releases/rollout-store.ts'
import { releaseStore, type StoredRelease } from '../../../firmware/releases/store.ts'
import { reachOf } from '../../fleet/reach.ts'
import { releaseReport } from '../../fleet/releases.ts'
import { cannot, type Job } from '../command.ts'
import { list, table } from '../table.ts'
import { fixFacts, missingAt, planFacts, sentenceOf } from './show-plan.ts'

/** What operators call the state of a release. */
export function stateOf({ pausedBy, withdrawnAt }: Pick<StoredRelease, 'pausedBy' | 'withdrawnAt'>): string {
  if (withdrawnAt) return 'withdrawn'
  if (pausedBy === 'failures') return 'stopped: too many failures'
  return pausedBy ? 'paused' : 'offered'
}

/** `release show`: how the updates to a release went. */
export async function showRelease(input: { chip: string; version: string }, { db, now }: Job) {
  const release = (await releaseStore(db).ofChip(input.chip)).find(({ version: of }) => of === input.version)
  if (!release) throw cannot(`There is no release ${input.chip} ${input.version}.`)
  const { states, causes, failures, traits } = await releaseReport(db, release.id)
  const facts = {
    ...{ chip: release.chip, version: release.version, state: stateOf(release), ...planFacts(release) },
    ...fixFacts(release.fixes),
    ...{ published_at: release.publishedAt.toISOString(), key: release.key },
  }
  const reaches = await reachOf(db, release)
  const finished = await rolloutStore(db).finishedInStage(release.id)
  const stage = {
    ...{ stage_since: release.stageSince.toISOString(), reaches, finished_in_stage: finished },
    missing: missingAt(release, finished, now),
  }
  const failed = failures.map(({ endedAt, ...rest }) => ({ ...rest, ended_at: endedAt.toISOString() }))
  const parts = [
    list({ ...facts, ...stage, ...Object.fromEntries(states.map(({ state, count }) => [state, count])) }),
    ...(release.withdrawnAt ? [] : [sentenceOf(release, reaches)]),
    `Why updates failed\n${table(
      ['count', 'step', 'reason'],
      causes.map(({ count, step, reason }) => [count, step, reason]),
    )}`,
    `What the systems have in common\n${table(
      ['failed', 'finished', 'trait'],
      traits.map((one) => [one.failed, one.finished, one.trait]),
    )}`,
    `The newest failures\n${table(
      ['ended_at', 'sn', 'from', 'step', 'reason', 'words'],
      failed.map((one) => [one.ended_at, one.sn, one.from, one.step, one.reason, one.words]),
    )}`,
  ]
  return { json: { ...facts, stage, states, causes, traits, failures: failed }, text: parts.join('\n\n') }
}
