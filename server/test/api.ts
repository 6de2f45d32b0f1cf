import type { ErrorCode } from '@kellersonne/contract/shared/errors'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { Reading } from '@kellersonne/core/telemetry/readings'
import { watts } from '@kellersonne/core/units/units'
import { eventually } from '@kellersonne/testing/eventually'
import { hashSync } from '@node-rs/argon2'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { buildApi, type Deps } from '../src/app/app.ts'
import { storeBatch } from '../src/app/roles/store-batch.ts'
import { answerOf } from '../src/energy/charts/answers.ts'
import { openChartTurns } from '../src/energy/charts/chart-turns.ts'
import { accountStore } from '../src/identity/accounts/store.ts'
import { createChangeNotifier } from '../src/live/change-notifier.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { openTurns } from '../src/platform/http/turns/turns.ts'
import { systemStore } from '../src/systems/store.ts'
import { testDatabase } from './database/database.ts'
import { expectDocumented } from './documented-errors.ts'

export const PASSWORD = 'Sonne-im-Keller-1'
/** Cheap to verify: a hash names its cost, and tests sign in a thousand times. */
export const passwordHash = hashSync(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
export const PUBLIC_URL = 'https://portal.example'
export const UPDATES_URL = 'https://updates.example'
export const SECRET = Buffer.alloc(32, 7)
const tokens = z.object({ access: z.string(), refresh: z.string() })
export const UNKNOWN = { pv: null, import: null, feedIn: null, charge: null, discharge: null }

/** Redirects a database URL. */
type Detour = (url: string) => Promise<string>

export type TestApiOptions = {
  /** By default a new one; it is closed with the server. */
  database?: Awaited<ReturnType<typeof testDatabase>>
  root?: string
  trustProxy?: boolean
  through?: Detour
  mail?: Deps['mail']
  isStopping?: Deps['isStopping']
  othersAtFault?: Deps['othersAtFault']
  config?: Partial<Deps['config']>
  /** Sends messages to browsers; by default to none. */
  push?: (parts: Pick<Deps, 'db' | 'now'>) => Deps['push']
  /** Where its clock stands; by default it starts at the current time and goes. */
  stoppedAt?: Date
  /** Computes chart data; by default this thread does, as planted bugs exist only here. */
  answering?: (url: string) => Deps['answering']
}

/** The real server with its own database. Its clock starts at the current time and is moved by `clock.skip`. */
export async function testApi(options: TestApiOptions = {}) {
  const database = options.database ?? (await testDatabase())
  const db = options.through ? openDatabase(await options.through(database.url)) : database.db
  const logged: string[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void logged.push(line) })
  let skipped = 0
  let stopped: number | null = options.stoppedAt?.getTime() ?? null
  const now = () => new Date((stopped ?? Date.now()) + skipped)
  const notifier = createChangeNotifier(db)
  const turns = openTurns(Number.POSITIVE_INFINITY)
  const app = await buildApi({
    db,
    turns,
    notifier,
    answering: options.answering?.(database.url) ?? {
      answer: (question, at) => answerOf(db, question, at),
      turns: openChartTurns(),
      close: async () => undefined,
    },
    now,
    log,
    secret: SECRET,
    push: options.push?.({ db, now }) ?? { send: async () => ({ verdict: 'sent' }) },
    mail: options.mail ?? null,
    isStopping: options.isStopping ?? (() => false),
    othersAtFault: options.othersAtFault,
    config: {
      root: options.root ?? '/nowhere/',
      TRUST_PROXY: options.trustProxy ? ['loopback'] : [],
      PUBLIC_URL,
      UPDATES_URL,
      COOKIE_DOMAIN: 'example',
      ALLOWED_ORIGINS: [],
      OIDC_NAME: 'CleverPV',
      WEATHER: 'off',
      WEATHER_STATIONS_URL: 'http://127.0.0.1:9/',
      OWN_SYSTEMS: { first: 5_000_000, last: 5_999_999 },
      OWN_SYSTEMS_A_DAY: 50,
      ACCOUNTS_A_DAY: 1000,
      MQTT_URL: 'mqtts://portal.example:8883',
      DATA_DIR: '/nowhere',
      MAIL_FROM: 'Kellersonne <no-reply@portal.example>',
      PUSH_ORIGINS: [],
      ...options.config,
    },
  })
  await eventually(() => expect(db.listening()).toBe(true))

  async function documented(method: 'GET' | 'POST', url: string, more: InjectOptions) {
    const answer = await app.inject({ method, url, ...more })
    expectDocumented(method, url, answer)
    return answer
  }
  const post = (url: string, form: Record<string, string>, more: InjectOptions = {}) =>
    documented('POST', url, {
      payload: new URLSearchParams(form).toString(),
      ...more,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...more.headers },
    })
  const get = (url: string, access?: string) =>
    documented('GET', url, {
      headers: access === undefined ? {} : { authorization: `Bearer ${access}` },
    })

  return {
    app,
    db,
    turns,
    notifier,
    log,
    logged,
    now,
    clock: {
      skip: (ms: number) => (skipped += ms),
      stop: () => (stopped = Date.now()),
      go: () => (stopped = null),
    },
    post,
    get,
    refresh: (refresh: string) => post('/api/auth/token/refresh/', { refresh }),

    /** Creates an owner with systems of these serial numbers, on L1, L2, L3 in turn; resolves to the systems' ids. */
    async owner(email: string, sns: readonly string[] = []) {
      const owner = await accountStore(db).create(email, passwordHash, 'de')
      if (owner === null) throw new Error(`${email} is there already`)
      const systems: number[] = []
      for (const [i, sn] of sns.entries()) {
        const unit = {
          sn: serialNumber.parse(sn),
          phase: (i % 3) + 1,
          timeZone: 'Europe/Berlin',
          secret: 'unit',
        }
        const id = await systemStore(db).put(unit)
        await systemStore(db).claim(id, owner, new Date('2026-01-01T00:00:00Z'))
        systems.push(id)
      }
      return { owner, systems }
    },

    async signIn(email: string, stayLoggedIn = false) {
      const form = { email, password: PASSWORD, stay_logged_in: String(stayLoggedIn) }
      return tokens.parse((await post('/api/auth/token/', form)).json())
    },

    /** Stores a reading as ingest does. */
    async publish(system: number, gridWatts: number) {
      const at = now()
      const reading: Reading = {
        at,
        gridVoltage: null,
        grid: watts(gridWatts),
        pv: null,
        battery: null,
        soc: null,
        output: null,
        counters: UNKNOWN,
      }
      await storeBatch(db, [{ kind: 'reading', system, receivedAt: at, reading }])
    },

    async close() {
      await app.close()
      notifier.close()
      if (db !== database.db) await db.close()
      await database.close()
    },
  }
}
export type TestApi = Awaited<ReturnType<typeof testApi>>

/** Expects an error of the closed list, as problem+json. */
export function expectProblem(answer: LightMyRequestResponse, status: number, code: ErrorCode) {
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(answer.json()).toMatchObject({ status, code })
  expect(answer.statusCode).toBe(status)
}
