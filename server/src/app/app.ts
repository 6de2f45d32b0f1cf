import { randomBytes } from 'node:crypto'
import { compile } from '@fastify/proxy-addr'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import { commands } from '../control/routes.ts'
import type { ChartWorker } from '../energy/charts/chart-worker.ts'
import { charts } from '../energy/charts/routes.ts'
import { corrections } from '../energy/corrections/routes.ts'
import { findings } from '../energy/findings/routes.ts'
import { forecasts } from '../energy/forecast/routes.ts'
import { batteryHealth } from '../energy/health/routes.ts'
import { imports } from '../energy/imports/routes.ts'
import { batteryPassports } from '../energy/passport/routes.ts'
import { places } from '../energy/places/routes.ts'
import type { WeatherConfig } from '../energy/weather/provider.ts'
import { deviceService } from '../firmware/ddi/devices.ts'
import { updates } from '../firmware/portal-api/routes.ts'
import { createCookieAuth, updateService } from '../firmware/update-service/service.ts'
import { removal } from '../identity/accounts/removal.ts'
import { accounts } from '../identity/accounts/routes.ts'
import { email } from '../identity/email/email.ts'
import type { ProviderConfig } from '../identity/provider/configured-client.ts'
import { provider } from '../identity/provider/routes.ts'
import { registration } from '../identity/registration/registration.ts'
import { resets } from '../identity/resets/routes.ts'
import { openSessions, sessions } from '../identity/sessions/routes.ts'
import type { ChangeNotifier } from '../live/change-notifier.ts'
import { live } from '../live/routes.ts'
import { alerts } from '../messages/alerts/routes.ts'
import { ownRules } from '../messages/own-rules/routes.ts'
import { push } from '../messages/push/routes.ts'
import type { PushConfig, PushSender } from '../messages/push/sender.ts'
import { messages } from '../messages/routes.ts'
import { crashes } from '../operations/crashes/routes.ts'
import { exportRoutes } from '../operations/export/routes.ts'
import type { Config } from '../platform/config.ts'
import { boundConnections } from '../platform/connections.ts'
import type { Db } from '../platform/db/database.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { readForms } from '../platform/http/bodies/forms.ts'
import { multipartForms } from '../platform/http/bodies/multipart-form.ts'
import { uploads } from '../platform/http/bodies/upload.ts'
import { openUploadMemory } from '../platform/http/bodies/upload-memory.ts'
import { limitLogLines } from '../platform/http/bounded-log.ts'
import { refuseChunked } from '../platform/http/connection/chunked.ts'
import { createFrugalServers } from '../platform/http/connection/frugal-server.ts'
import { refuseMalformed } from '../platform/http/connection/malformed.ts'
import { closeUnread } from '../platform/http/connection/unread.ts'
import { securityHeaders, setHeaders } from '../platform/http/headers.ts'
import { type Faults, health } from '../platform/http/health.ts'
import { refuseOtherMethods } from '../platform/http/methods.ts'
import type { Api } from '../platform/http/mount.ts'
import { docs } from '../platform/http/openapi/docs.ts'
import { openApi } from '../platform/http/openapi/document.ts'
import { refuseForeignPosts } from '../platform/http/own-pages.ts'
import { type OperatorPages, portal } from '../platform/http/portal.ts'
import { securityTxt } from '../platform/http/security-txt.ts'
import { sendError } from '../platform/http/send-error.ts'
import type { Turns } from '../platform/http/turns/turns.ts'
import type { Transport } from '../platform/mail/transport.ts'
import { httpDuration } from '../platform/metrics.ts'
import { networkOf, siteOf } from '../platform/rate-limits/network.ts'
import { watchForeignAccess } from '../systems/foreign-access.ts'
import { type PairingConfig, pairing } from '../systems/pairing/routes.ts'
import { systems } from '../systems/routes.ts'
import { describeApi } from './description/description.ts'
import { guideOf } from './description/guide.ts'

export type Deps = {
  readonly db: Db
  /** Shared by all services that use `db`. */
  readonly turns: Turns
  readonly config: Pick<
    Config,
    'TRUST_PROXY' | 'root' | 'UPDATES_URL' | 'COOKIE_DOMAIN' | 'ALLOWED_ORIGINS' | 'SECURITY_CONTACT'
  > &
    OperatorPages &
    PairingConfig &
    PushConfig &
    ProviderConfig &
    WeatherConfig
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  readonly notifier: ChangeNotifier
  readonly answering: ChartWorker
  readonly push: PushSender
  /** At least 32 bytes; every key is derived from it. */
  readonly secret: Buffer
  /** Which parts of this process that owners can do without are at fault. */
  readonly othersAtFault?: (() => Promise<Faults>) | undefined
  /** null if mail is not configured. */
  readonly mail: Pick<Transport, 'isReachable'> | null
  /** True while the process is shutting down. */
  readonly isStopping: () => boolean
}

/** Sent with every response: unique enough to find a request in the log, and no longer. */
const REQUEST_ID_BYTES = 12
const BODY_BYTES = 64 * 1024
const HEADERS_MS = 10_000
/** The largest file at 1 Mbit/s takes 84 s. */
const REQUEST_MS = 120_000
/** How often Node checks these timeouts. */
const CHECK_MS = 5000
/** How long a connection may be idle in both directions. An open stream sends a heartbeat every 15 seconds. */
const STALLED_MS = 120_000
/**
 * Far more than a household or all its neighbours need, and far fewer than the limit of open files: no single
 * customer of a provider can fill the server, whatever addresses they have.
 */
const CONNECTIONS = {
  all: 10_000,
  places: [
    { of: networkOf, each: 200 },
    { of: siteOf, each: 1000 },
  ],
}

function openServer({ config, log, turns }: Pick<UpdatesDeps, 'config' | 'log' | 'turns'>): FastifyInstance {
  const isTrusted = compile([...config.TRUST_PROXY])
  const isProxy = (address: string) => isTrusted(address, 0)
  const servers = createFrugalServers({
    ...{ requestTimeout: REQUEST_MS, headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    ...{ stalledMs: STALLED_MS, isProxy },
  })
  const app = fastify({
    serverFactory: servers.create,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomBytes(REQUEST_ID_BYTES).toString('base64url'),
    requestIdHeader: false,
    // Read from the end, through trusted proxies only: anyone can make up the entries before them.
    trustProxy: config.TRUST_PROXY.length > 0 && [...config.TRUST_PROXY],
    // During shutdown, requests on existing connections are still answered.
    return503OnClosing: false,
    bodyLimit: BODY_BYTES,
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request.log, setHeaders(request.url, reply)),
  })
  limitLogLines(app, networkOf)
  app.removeAllContentTypeParsers()
  app.setErrorHandler((error, request, reply) => sendError(error, request.log, reply))
  boundConnections(app.server, { ...CONNECTIONS, isProxy })
  refuseChunked(app, servers.reportWaste)
  turns.paces.callers(app)
  closeUnread(app)
  return app
}

/** Measures and logs every response by its route: paths may contain private data. */
function watchAnswers(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode }
    if (reply.getHeader('x-accel-buffering') === undefined) {
      httpDuration.observe(labels, reply.elapsedTime / 1000)
    }
    request.log.debug({ ...labels, ms: Math.round(reply.elapsedTime) }, 'answered')
    done()
  })
}

/** Builds portal and main service as one server, without listening. */
export async function buildApi(deps: Deps): Promise<FastifyInstance> {
  const app = openServer(deps)
  const { PUBLIC_URL, UPDATES_URL } = deps.config
  securityHeaders(app, PUBLIC_URL, [UPDATES_URL])
  watchAnswers(app)
  refuseMalformed(app)
  refuseForeignPosts(app, PUBLIC_URL)
  readForms(app)
  const { turns } = deps
  const opened = await openSessions(app, { ...deps, turns: turns.strangers })
  const api: Api = {
    app,
    routeUpload: await uploads(app),
    routeMultipart: await multipartForms(app),
    uploadMemory: openUploadMemory(deps.now),
    authenticate: watchForeignAccess(app, deps.db, opened.authenticate),
    turns,
    mounted: [],
  }
  sessions(api, deps, opened)
  registration(api, { ...deps, begin: opened.begin })
  accounts(api, deps)
  email(api, deps)
  resets(api, deps)
  systems(api, deps)
  pairing(api, deps)
  live(api, { ...deps, onEnded: opened.live.onEnded })
  forecasts(api, deps)
  charts(api, deps)
  batteryHealth(api, deps)
  batteryPassports(api, deps)
  findings(api, deps)
  corrections(api, deps)
  imports(api, deps)
  places(api, deps)
  messages(api, deps)
  alerts(api, deps)
  ownRules(api, deps)
  push(api, deps)
  commands(api, deps)
  updates(api, deps)
  exportRoutes(api, { ...deps, onEnded: opened.live.onEnded })
  removal(api, deps)
  provider(api, deps, opened)
  crashes(api, deps)
  health(api, deps, { notices: true })
  refuseOtherMethods(api)
  await docs(app, () => openApi(describeApi(deps.config)), guideOf(deps.config))
  securityTxt(app, deps.config, deps.now)
  await portal(app, `${deps.config.root}web/dist`, deps.config)
  return app
}

export type UpdatesDeps = Pick<
  Deps,
  'db' | 'turns' | 'now' | 'log' | 'secret' | 'isStopping' | 'othersAtFault'
> & {
  readonly config: Omit<Deps['config'], keyof (PairingConfig & WeatherConfig) | 'MAIL_FROM' | 'PUSH_ORIGINS'>
  /** The folder with the images. */
  readonly dataFolder: string
}

/** Builds the update service, for owners' browsers and units, as a separate server, without listening. */
export async function buildUpdates(deps: UpdatesDeps): Promise<FastifyInstance> {
  const app = openServer(deps)
  securityHeaders(app, deps.config.UPDATES_URL)
  watchAnswers(app)
  refuseMalformed(app)
  const authenticate = watchForeignAccess(app, deps.db, createCookieAuth(deps))
  const api: Api = {
    ...{ app, routeUpload: app.route, authenticate, turns: deps.turns, mounted: [] },
    routeMultipart: (route) => app.route(route),
    uploadMemory: openUploadMemory(deps.now),
  }
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 401) return
    const scheme = request.url.startsWith('/default/') ? 'TargetToken' : 'Cookie'
    reply.header('www-authenticate', scheme)
  })
  updateService(api, deps)
  health(api, deps, { notices: false })
  // Encapsulated: no other route accepts JSON.
  await app.register(async (part) => deviceService(part, deps))
  refuseOtherMethods(api)
  app.setNotFoundHandler(() => {
    throw new ApiError('not_found')
  })
  return app
}
