import { stat } from 'node:fs/promises'
import { MAX_IMAGE_BYTES } from '@kellersonne/core/firmware/image'
import { compareVersions } from '@kellersonne/core/firmware/versions'
import type { Db, Sql } from '../../platform/db/database.ts'
import { type Digest, digestOf, imageStore } from './images.ts'
import { isSignedBy, publicKeyOf } from './keys.ts'
import { AT_ONCE, type Bilingual, type Rollout, releaseStore } from './store.ts'

/** A release to publish; `signature` in Base64, by one of the trusted keys. */
export type Publication = {
  readonly chip: string
  readonly version: string
  readonly file: string
  readonly signature: string
  readonly notes: Bilingual
  readonly changes: Bilingual | null
  /** Names of findings; left out: none. */
  readonly fixes?: readonly string[]
  readonly share: number
  /** Left out: at once, for all. */
  readonly plan?: Omit<Rollout, 'share'>
}
/** Why a release is not published; the command has a sentence for each. */
export type PublishProblem = 'missing' | 'empty' | 'oversized' | 'unsigned' | 'older' | 'there_already'
export class PublishError extends Error {
  readonly fault: PublishProblem
  constructor(fault: PublishProblem) {
    super(fault)
    this.fault = fault
  }
}

async function checkSize(file: string) {
  const { size } = await stat(file).catch(() => {
    throw new PublishError('missing')
  })
  if (size === 0) throw new PublishError('empty')
  if (size > MAX_IMAGE_BYTES) throw new PublishError('oversized')
}

/** Resolves to the key that signed the release. Throws `PublishError` if it must not be offered. */
async function judge(sql: Sql, { chip, version, signature }: Publication, { size, sha256 }: Digest) {
  const store = releaseStore(sql)
  const facts = { chip, version, size, sha256 }
  const signer = (await store.keys()).find(({ pem }) => {
    const key = publicKeyOf(pem)
    return key !== null && isSignedBy(facts, signature, key)
  })
  if (!signer) throw new PublishError('unsigned')
  const earlier = (await store.ofChip(chip)).map(({ version: of, withdrawnAt }) => ({
    difference: compareVersions(version, of),
    withdrawn: withdrawnAt !== null,
  }))
  if (earlier.some(({ difference }) => difference === 0)) throw new PublishError('there_already')
  if (earlier.some(({ difference, withdrawn }) => !withdrawn && (difference ?? -1) < 0))
    throw new PublishError('older')
  return signer.id
}

/**
 * Publishes an image that is signed by a trusted key and newer than all earlier releases of its chip but the withdrawn
 * ones. Throws `PublishError`. The image is on disk before it can be offered to anybody. `record` is called in the transaction that
 * publishes it.
 */
export async function publish(
  { db, dataFolder, now }: { readonly db: Db; readonly dataFolder: string; readonly now: Date },
  wanted: Publication,
  record: (sql: Sql, published: { sha256: string; key: string }) => Promise<void> = async () => undefined,
): Promise<void> {
  const { file, plan = AT_ONCE, fixes = [], ...release } = wanted
  await checkSize(file)
  const digest = await digestOf(file)
  await judge(db, wanted, digest)
  const images = imageStore(dataFolder)
  const stored = file === images.pathOf(digest.sha256) ? digest : await images.put(file)
  await db.transaction(async (sql) => {
    await releaseStore(sql).hold(release.chip)
    await releaseStore(sql).holdKeys()
    // Checked again for the stored copy: the file and the releases may have changed meanwhile.
    const key = await judge(sql, wanted, stored)
    await releaseStore(sql).add({ ...release, ...plan, ...stored, fixes: [...fixes], key, publishedAt: now })
    await record(sql, { sha256: stored.sha256, key })
  })
}
