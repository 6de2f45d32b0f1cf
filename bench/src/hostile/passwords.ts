import { signIn } from '@kellersonne/contract/identity/sessions'
import { openSharedDatabase } from '../lib/database.ts'
import { makeOwners, PASSWORD } from '../lib/fleet.ts'
import { report, spread } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import type { Stage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'

const NETWORKS = 24
const EACH = 5
const ROUNDS = 5

/** An attacker tries wrong passwords from many networks; measures the owner's own sign-in meanwhile. */
export async function hostilePasswords(stage: Stage): Promise<void> {
  const { db, env } = await openSharedDatabase(stage)
  const emails = await makeOwners(db, [], ROUNDS)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env, TRUST_PROXY: 'loopback' })
  stage.onEnd(() => stop(server))

  async function enter(email: string, password: string, network: string) {
    const began = performance.now()
    const { status } = await fetch(`http://127.0.0.1:${ports.http}${signIn.path}`, {
      method: signIn.method,
      headers: { 'x-forwarded-for': network },
      body: new URLSearchParams({ email, password }),
    })
    return { status, ms: performance.now() - began }
  }
  const before: number[] = []
  const after: number[] = []
  let refused = 0
  for (const [round, email] of emails.entries()) {
    const home = await enter(email, PASSWORD, `192.0.2.${round}`)
    const wrong = Array.from({ length: NETWORKS * EACH }, (_, i) =>
      enter(email, 'wrong', `198.51.100.${i % NETWORKS}`),
    )
    await Promise.all(wrong)
    const again = [
      await enter(email, PASSWORD, `192.0.2.${round}`),
      await enter(email, PASSWORD, `203.0.113.${round}`),
    ]
    refused += again.filter(({ status }) => status !== 200).length
    before.push(home.ms)
    after.push(...again.map(({ ms }) => ms))
  }
  report(`hostile: ${NETWORKS * EACH} wrong passwords from ${NETWORKS} networks, then the owner signs in`, [
    { name: 'floor: before', value: median(before), unit: 'ms', note: spread(before) },
    { name: 'after, at home and in a new network', value: median(after), unit: 'ms', note: spread(after) },
    { name: 'ratio', value: median(after) / median(before), unit: '' },
    { name: 'times the owner was refused', value: refused, unit: '', target: { atMost: 0 } },
  ])
}
