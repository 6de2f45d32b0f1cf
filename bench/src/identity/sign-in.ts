import { signIn } from '@kellersonne/contract/identity/sessions'
import { hashPassword, verifyPassword } from '@kellersonne/server/identity/accounts/password'
import { atOnce } from '../lib/at-once.ts'
import { openSharedDatabase } from '../lib/database.ts'
import { makeOwners, PASSWORD } from '../lib/fleet.ts'
import { signInAs } from '../lib/owner.ts'
import { report, spread } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { median, percentile } from '../lib/statistics.ts'

const AT_ONCE = 10
const TIMES = 10
const ROUNDS = 6

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const emails = await makeOwners(db, [], AT_ONCE)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env })
  stage.onEnd(() => stop(server))
  const url = `http://127.0.0.1:${ports.http}`
  const hash = await hashPassword(PASSWORD)

  const product: number[][] = []
  const floor: number[][] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bare = await atOnce(AT_ONCE, TIMES, () => verifyPassword(hash, PASSWORD))
    const ours = await atOnce(AT_ONCE, TIMES, (which) => signInAs(emails[which] ?? '', url))
    if (round === 0) continue
    floor.push(bare)
    product.push(ours)
  }
  const p95 = (rounds: readonly number[][]) => rounds.map((round) => percentile(round, 0.95))
  const ratios = p95(product).map((value, round) => value / (p95(floor)[round] ?? Number.NaN))
  report(`sign-in: POST ${signIn.path}, ${AT_ONCE} at once`, [
    { name: 'p50', value: median(product.flat()), unit: 'ms' },
    {
      name: 'p95',
      value: percentile(product.flat(), 0.95),
      unit: 'ms',
      target: { atMost: 400 },
      note: spread(p95(product)),
    },
    {
      name: 'floor: argon2id alone, p95',
      value: percentile(floor.flat(), 0.95),
      unit: 'ms',
      note: spread(p95(floor)),
    },
    { name: 'ratio to the floor, p95', value: median(ratios), unit: '', note: spread(ratios) },
  ])
})
