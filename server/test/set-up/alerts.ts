import { statePayload } from '@kellersonne/contract/telemetry/device'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import * as z from 'zod/mini'
import { storeBatch } from '../../src/app/roles/store-batch.ts'
import { ownersFixes } from '../../src/energy/findings/fixes.ts'
import { judgeDue } from '../../src/messages/alerts/judging.ts'
import { createAlertMails } from '../../src/messages/alerts/mail/compose.ts'
import { judgeDueRules } from '../../src/messages/own-rules/due.ts'
import { mailStore } from '../../src/platform/mail/store.ts'
import { PUBLIC_URL, SECRET, type TestApi, type TestApiOptions, testApi } from '../api.ts'
import { NO_MESSAGES } from './telemetry.ts'

const MINUTE = 60_000
/** Noon in Berlin. */
const NOON = new Date('2026-06-18T10:00:00Z')

type World = Awaited<ReturnType<typeof open>>

async function open(options: TestApiOptions) {
  const mail = { isReachable: async () => true }
  const api: TestApi = await testApi({ ...options, stoppedAt: NOON, mail })
  const mails = createAlertMails({
    db: api.db,
    secret: SECRET,
    now: api.now,
    config: { PUBLIC_URL },
    fixesOf: ownersFixes(api),
  })
  let serial = 7000
  let owners = 0
  /** A unit says its state, with these flags and errors. */
  function report(system: number, flags = '', errors: readonly number[] = []) {
    const at = api.now().toISOString()
    const state = statePayload.parse({
      ...{ status: 'on', ...NO_MESSAGES, at },
      message2: flags.split(' ').filter(Boolean),
      errors: errors.map((code) => ({ code, at })),
    })
    return storeBatch(api.db, [{ kind: 'state', system, receivedAt: state.at, state }])
  }
  return {
    api,
    mails,
    /** Creates an owner with a confirmed address and systems whose units report. */
    async owner(systems = 1) {
      const sns = Array.from({ length: systems }, () => String(++serial))
      const email = `owner-${++owners}@example.org`
      const made = await api.owner(email, sns)
      await api.db.run('update owner set email_confirmed_at = $2 where id = $1', [made.owner, api.now()])
      for (const system of made.systems) await report(system)
      api.clock.skip(1000)
      return { ...made, sns, email, sn: sns[0] ?? '', system: made.systems[0] ?? 0 }
    },
    report,
    /** Lets time pass, and judges whoever is due then. */
    async pass(minutes: number, share: number | null = null) {
      api.clock.skip(minutes * MINUTE)
      const scene = { now: api.now(), listeningSince: new Date(0), share }
      while (await api.db.transaction((sql) => judgeDueRules(sql, new Set())));
      while (await api.db.transaction((sql) => judgeDue(sql, scene)));
    },
    /** Sends the mails that wait; resolves to their subjects and texts. */
    async letters(isSent = true) {
      const until = new Date(api.now().getTime() + MINUTE)
      const sent = []
      for (const waiting of await mailStore(api.db).take(mails.kinds, 100, api.now(), until)) {
        const letter = await mails.compose(waiting)
        await mails.onDone?.(waiting.id, isSent && letter !== null)
        await mailStore(api.db).remove(waiting.id)
        if (letter) sent.push(letter)
      }
      return sent
    },
    count: async (table: string) =>
      (await api.db.row(z.object({ n: z.int() }), `select count(*)::integer as n from ${table}`))?.n,
  }
}

/** The server with alerts for tests, each of which begins without owners. */
export function setUpAlerts(options: () => TestApiOptions = () => ({})): () => World {
  let world: World
  beforeAll(async () => {
    world = await open(options())
  })
  afterAll(() => world.api.close())
  beforeEach(async () => {
    world.api.clock.skip(NOON.getTime() - world.api.now().getTime())
    for (const table of ['update_action', 'firmware_update', 'owner'])
      await world.api.db.run(`delete from ${table}`)
    await world.api.db.run('delete from mail')
    await world.api.db.run('delete from attempt')
  })
  return () => world
}
