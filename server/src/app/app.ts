import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { commands } from '../control/routes.ts'
import type { ChartWorker } from '../energy/charts/chart-worker.ts'
import { charts } from '../energy/charts/routes.ts'
import { corrections } from '../energy/corrections/routes.ts'
import { findings } from '../energy/findings/routes.ts'
import { forecasts } from '../energy/forecast/routes.ts'
import { batteryHealth } from '../energy/health/routes.ts'
import { imports } from '../energy/imports/routes.ts'
import { linkStore } from '../energy/passport/link-store.ts'
import { batteryPassports } from '../energy/passport/routes.ts'
import { places } from '../energy/places/routes.ts'
import type { WeatherConfig } from '../energy/weather/provider.ts'
import { deviceService } from '../firmware/ddi/devices.ts'
import { updates } from '../firmware/portal-api/routes.ts'
import { createCookieAuth, updateService } from '../firmware/update-service/service.ts'
import { removal } from '../identity/accounts/removal.ts'
import { accounts } from '../identity/accounts/routes.ts'
import { email } from '../identity/email/email.ts'
import { createFirstConfirmation } from '../identity/email/first-confirmation.ts'
import { alertsOffMail, createNotices } from '../identity/mail/notices.ts'
import type { ProviderConfig } from '../identity/provider/configured-client.ts'
import { provider } from '../identity/provider/routes.ts'
import { registration } from '../identity/registration/registration.ts'
import { resets } from '../identity/resets/routes.ts'
import { openSessions, sessions } from '../identity/sessions/routes.ts'
import type { ChangeNotifier } from '../live/change-notifier.ts'
import { live } from '../live/routes.ts'
import { noticeStore } from '../messages/alerts/notice-store.ts'
import { alerts } from '../messages/alerts/routes.ts'
import { settingStore } from '../messages/alerts/setting-store.ts'
import { ownRules } from '../messages/own-rules/routes.ts'
import { push } from '../messages/push/routes.ts'
import type { PushConfig, PushSender } from '../messages/push/sender.ts'
import { subscriptionStore } from '../messages/push/subscription-store.ts'
import { messages } from '../messages/routes.ts'
import { crashes } from '../operations/crashes/routes.ts'
import { exportRoutes } from '../operations/export/routes.ts'
import type { Config } from '../platform/config.ts'
import type { Db, Sql } from '../platform/db/database.ts'
import { deriveKey } from '../platform/derive.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { readForms } from '../platform/http/bodies/forms.ts'
import { multipartForms } from '../platform/http/bodies/multipart-form.ts'
import { uploads } from '../platform/http/bodies/upload.ts'
import { openUploadMemory } from '../platform/http/bodies/upload-memory.ts'
import { refuseMalformed } from '../platform/http/connection/malformed.ts'
import { securityHeaders } from '../platform/http/headers.ts'
import { type Faults, health } from '../platform/http/health.ts'
import { refuseOtherMethods } from '../platform/http/methods.ts'
import type { Api } from '../platform/http/mount.ts'
import { docs } from '../platform/http/openapi/docs.ts'
import { openApi } from '../platform/http/openapi/document.ts'
import { refuseForeignPosts } from '../platform/http/own-pages.ts'
import { pathOf } from '../platform/http/path.ts'
import { type OperatorPages, portal } from '../platform/http/portal.ts'
import { securityTxt } from '../platform/http/security-txt.ts'
import type { Turns } from '../platform/http/turns/turns.ts'
import type { Transport } from '../platform/mail/transport.ts'
import { watchForeignAccess } from '../systems/foreign-access.ts'
import { type PairingConfig, pairing } from '../systems/pairing/routes.ts'
import { systems } from '../systems/routes.ts'
import { describeApi } from './description/description.ts'
import { guideOf } from './description/guide.ts'
import { openServer } from './http-server.ts'

export type Deps = {
  readonly db: Db
  /** Shared by all services that use `db`. */
  readonly turns: Turns
  readonly config: Pick<
    Config,
    | 'TRUST_PROXY'
    | 'root'
    | 'UPDATES_URL'
    | 'COOKIE_DOMAIN'
    | 'ALLOWED_ORIGINS'
    | 'SECURITY_CONTACT'
    | 'ACCOUNTS_A_DAY'
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

/** Builds portal and main service as one server, without listening. */
export async function buildApi(deps: Deps): Promise<FastifyInstance> {
  const app = openServer(deps)
  const { PUBLIC_URL, UPDATES_URL } = deps.config
  securityHeaders(app, PUBLIC_URL, [UPDATES_URL])
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
  const { passwords, confirmPassword, hold, refresh } = opened
  async function onPasswordReplaced(sql: Sql, owner: string) {
    await linkStore(sql).removeOf(owner)
    await subscriptionStore(sql).removeOf(owner)
  }
  const confirmFirst = createFirstConfirmation({
    ...deps,
    async onFirst(sql, owner) {
      await settingStore(sql).mailSignIns(owner)
      await onPasswordReplaced(sql, owner)
    },
  })
  sessions(api, deps, opened)
  registration(api, { ...deps, begin: opened.begin, passwords, confirmFirst })
  accounts(api, { ...deps, confirmPassword, hold, onPasswordReplaced })
  email(api, { ...deps, passwords, confirmFirst, refresh, hold, onPasswordReplaced })
  resets(api, {
    ...deps,
    async onReset(sql, owner) {
      await settingStore(sql).mailSignIns(owner)
      await noticeStore(sql).endLinks(owner)
      await onPasswordReplaced(sql, owner)
    },
  })
  const notice = createNotices(deriveKey(deps.secret, 'attempt'))
  systems(api, { ...deps, confirmPassword, notice })
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
  alerts(api, {
    ...deps,
    onAlertsOff: (sql, owner, sn) => notice(sql, alertsOffMail(owner, sn), deps.now()),
  })
  ownRules(api, deps)
  push(api, deps)
  commands(api, deps)
  updates(api, deps)
  exportRoutes(api, { ...deps, onEnded: opened.live.onEnded })
  removal(api, { ...deps, confirmPassword })
  provider(api, { ...deps, confirmFirst }, opened)
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
  readonly config: Omit<
    Deps['config'],
    keyof (PairingConfig & WeatherConfig) | 'MAIL_FROM' | 'PUSH_ORIGINS' | 'ACCOUNTS_A_DAY'
  >
  /** The folder with the images. */
  readonly dataFolder: string
}

/** Builds the update service, for owners' browsers and units, as a separate server, without listening. */
export async function buildUpdates(deps: UpdatesDeps): Promise<FastifyInstance> {
  const app = openServer(deps)
  securityHeaders(app, deps.config.UPDATES_URL)
  refuseMalformed(app)
  const authenticate = watchForeignAccess(app, deps.db, createCookieAuth(deps))
  const api: Api = {
    ...{ app, routeUpload: app.route, authenticate, turns: deps.turns, mounted: [] },
    routeMultipart: (route) => app.route(route),
    uploadMemory: openUploadMemory(deps.now),
  }
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 401) return
    const scheme = pathOf(request.url).startsWith('/default/') ? 'TargetToken' : 'Cookie'
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
