import {
  endSession,
  listSessions,
  refreshTokens as refreshEndpoint,
  signIn,
  signOut,
} from '@kellersonne/contract/identity/sessions'
import { hasExpired } from '@kellersonne/core/identity/sessions'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { clearCache } from '../../platform/http/cached.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { logSecurity } from '../../platform/http/security.ts'
import { logUnlessUnavailable } from '../../platform/http/send-error.ts'
import { withOwnTurns } from '../../platform/http/turns/fair-queue.ts'
import { openStrangerQueue, type StrangerQueue } from '../../platform/http/turns/turns.ts'
import { networkOf } from '../../platform/rate-limits/network.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { keepOwner } from '../../systems/owners.ts'
import { pairingStore } from '../../systems/pairing/pairing-store.ts'
import { createPasswordCheck } from '../accounts/password-check.ts'
import { openPasswordTurns } from '../accounts/password-turns.ts'
import { accountStore } from '../accounts/store.ts'
import { createNotices } from '../mail/notices.ts'
import { registrationStore } from '../registration/store.ts'
import { accessTokens } from './access-tokens.ts'
import { afterAnswers } from './after-answer.ts'
import { authentication } from './authenticate.ts'
import { deviceCookie } from './device-cookie.ts'
import { deriveKeys } from './keys.ts'
import { knownNetworks } from './known-networks.ts'
import { createNewDeviceCheck } from './new-device.ts'
import { type RefreshClaim, refreshTokens } from './refresh.ts'
import { createRenewal } from './renewal.ts'
import { createSessionChecker } from './session-checker.ts'
import { type BeginSession, createSessionStart } from './session-start.ts'
import { createSignIn } from './sign-in.ts'
import { signInLimits, strangerFailureLimits } from './sign-in-limits.ts'
import { sessionStore } from './store.ts'
import { type CookieConfig, sendCookies, updateCookie } from './update-cookie.ts'

const CLEAN_UP_MS = 10 * 60_000

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  readonly secret: Buffer
  readonly config: CookieConfig
}
/** Refreshes and sign-outs at once. They have turns of their own, as their callers hold a token of a session. */
const TURNS = { atOnce: 3, ofSite: 2, each: 1000, all: 5000, retryAfter: 1, untilMade: true }

/** Creates the session services of one process. Every sign-in or refresh on `app` sets the update cookie. */
export async function openSessions(
  app: FastifyInstance,
  { db, now, log, secret, config, turns }: Deps & { readonly turns: StrangerQueue },
) {
  const keys = deriveKeys(secret)
  const access = accessTokens(keys)
  const refresh = refreshTokens(keys.refresh)
  const live = createSessionChecker(db, now, log)
  const device = deviceCookie(secret, config)
  const networks = knownNetworks(db, keys.attempt)
  const passwords = openPasswordTurns()
  const hold = sendCookies(app, updateCookie(secret, config, now), device)
  const begun = createSessionStart(db, now)
  const isNewDevice = createNewDeviceCheck(device, networks, now)
  const hashOf = (session: string) => sessionStore(db).passwordHash(session)
  const renew = createRenewal({
    ...{ db, now, find: live.find, notice: createNotices(keys.attempt) },
    async identify(request, { id, owner }) {
      const passwordHash = await hashOf(id)
      const isStranger = await isNewDevice(request, owner, passwordHash)
      return { passwordHash, stranger: isStranger ? networks.name(owner, networkOf(request.ip)) : null }
    },
  })
  /** Sets the session's cookies on the response and stores its owner's network, unless the session has ended meanwhile. */
  async function admit(request: FastifyRequest, holder: Parameters<typeof hold>[1]) {
    hold(request, holder)
    const { owner, passwordHash } = holder
    if (passwordHash !== undefined) await networks.add({ owner, passwordHash }, networkOf(request.ip), now())
  }
  const begin: typeof begun = async (owner, stayLoggedIn, request, proof) => {
    const session = await begun(owner, stayLoggedIn, request, proof)
    const passwordHash = await hashOf(session)
    const isNew = await isNewDevice(request, owner, passwordHash)
    await admit(request, { owner, session, passwordHash })
    if (isNew)
      await db.transaction(async (sql) => {
        // This adds an alert, which refers to the owner: it comes before or after whoever locks them.
        await keepOwner(sql, owner)
        await sessionStore(sql).markNewDevice(session)
      })
    return session
  }
  const tokens = async (claim: RefreshClaim & { owner: string }) => ({
    access: await access.issue(claim, now()),
    refresh: refresh.write(claim),
  })
  const old = [
    sessionStore(db).endExpired,
    rateLimits(db, keys.attempt).forgetOld,
    networks.forgetOld,
    registrationStore(db).forgetOld,
  ]
  /** Never rejects: what cannot be removed must not keep the rest. */
  const cleanUp = async () => {
    for (const remove of old) await remove(now()).catch(logUnlessUnavailable(log))
  }
  return {
    ...{ refresh, tokens, hold },
    passwords,
    confirmPassword: createPasswordCheck({ db, now, secret, turns: passwords }),
    begin: (async (owner, stayLoggedIn, request, requireValid) => {
      const session = await begin(owner, stayLoggedIn, request, requireValid)
      const profile = await accountStore(db).profile(owner)
      const strangers = profile ? strangerFailureLimits(profile.email, networkOf(request.ip)) : []
      await rateLimits(db, keys.attempt).forget(strangers)
      return { session, ...(await tokens({ session, owner, counter: 0 })) }
    }) satisfies BeginSession,
    signIn: await createSignIn(
      db,
      keys.attempt,
      begin,
      signInLimits({
        ...{ db, now, attemptKey: keys.attempt, device, networks, turns },
        afterAnswer: afterAnswers(app, log),
      }),
      passwords,
      now,
    ),
    async renew(claim: RefreshClaim, request: FastifyRequest) {
      const { claim: renewed, passwordHash, stranger } = await renew(claim, request)
      if (stranger === null) await admit(request, { ...renewed, passwordHash })
      // Without the hash there is no device cookie: what a copied token is used by does not become known.
      else hold(request, { ...renewed, passwordHash: undefined })
      return renewed
    },
    authenticate: authentication(access, live, now),
    live,
    cleanUp,
  }
}
export type Sessions = Awaited<ReturnType<typeof openSessions>>

/** Mounts signing in, refreshing and signing out. */
export function sessions(
  api: Api,
  { db, now }: Deps,
  { tokens, refresh, signIn: enter, renew, ...rest }: Sessions,
) {
  const store = sessionStore(db)

  mount(
    api,
    signIn,
    withOwnTurns(async ({ form, request, reply }) =>
      tokens({ ...(await enter(form, request, reply)), counter: 0 }),
    ),
  )

  const holders = openStrangerQueue(TURNS)
  /** The owner is not known before the session is looked up: the sessions of one network take turns instead. */
  const inTurn = <A>(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { session }: RefreshClaim,
    work: () => Promise<A>,
  ) => holders.run({ request, reply, party: session }, work)

  mount(
    api,
    refreshEndpoint,
    withOwnTurns(async (call) => {
      const claim = refresh.read(call.form.refresh)
      if (!claim) throw new ApiError('session_expired')
      return tokens(await inTurn(call, claim, () => renew(claim, call.request)))
    }),
  )

  async function end(claim: RefreshClaim, request: FastifyRequest) {
    const session = await rest.live.find(claim.session)
    if (!session || !(await store.end(session.id))) return
    logSecurity(request, {
      event: 'sign_out',
      outcome: 'succeeded',
      owner: session.owner,
      session: session.id,
    })
  }
  mount(
    api,
    signOut,
    withOwnTurns(async (call) => {
      clearCache(call.reply)
      const claim = refresh.read(call.form.refresh)
      if (claim) await inTurn(call, claim, () => end(claim, call.request))
      return {}
    }),
  )

  mount(api, listSessions, async ({ caller }) => {
    const all = await store.ofOwner(caller.owner)
    return all
      .filter((session) => !hasExpired(session, now()))
      .map(({ id, agent, stayLoggedIn, createdAt, refreshedAt }) => ({
        id,
        current: id === caller.session,
        agent,
        stay_logged_in: stayLoggedIn,
        created_at: createdAt.toISOString(),
        used_at: refreshedAt.toISOString(),
      }))
  })

  mount(api, endSession, async ({ caller, form, request }) => {
    await db.transaction(async (sql) => {
      if (!(await sessionStore(sql).endOwn(caller.owner, form.id))) throw new ApiError('not_found')
      // Whoever has the device may have asked for a code, by which a gateway outlives the session.
      await pairingStore(sql).cancel(caller.owner)
    })
    logSecurity(request, {
      event: 'session_end',
      outcome: 'succeeded',
      owner: caller.owner,
      session: form.id,
    })
    return {}
  })

  const timer = setInterval(() => void rest.cleanUp(), CLEAN_UP_MS).unref()
  api.app.addHook('onClose', () => {
    clearInterval(timer)
    rest.live.close()
  })
}
