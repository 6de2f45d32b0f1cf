import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { errors } from '@kellersonne/contract/shared/errors'
import { deniedFeatures } from '@kellersonne/contract/shared/permissions'
import { displayOf, flagNames } from '@kellersonne/core/messages/messages'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Fleet } from '../fleet.ts'
import { scenarioNames } from '../plant/scenarios.ts'
import { manners } from '../unit/answers.ts'
import { toReading } from '../unit/payloads.ts'
import type { Unit } from '../unit/unit.ts'
import type { Mailbox } from './mailbox.ts'
import { mailboxPanel } from './mailbox-panel.ts'
import { fleetActions, unitActions } from './panel-actions.ts'

export type PanelDeps = {
  readonly fleet: () => Fleet
  readonly mailbox: Pick<Mailbox, 'mails'>
  /** True if the panel listens on loopback only, and so must not be reached by another host name. */
  readonly loopback: boolean
}

/** Returns what the panel shows of a unit, with powers as in its readings. */
function toView(unit: Unit) {
  const { sample, settings, ...view } = unit.view()
  const { hold, silent, answering, calibrationDays, sensors } = settings
  return {
    ...view,
    silent,
    answering,
    set: { calibration_days: calibrationDays, sensors },
    reading: { ...toReading(sample), load_w: Math.round(sample.load) },
    hold: {
      pv_w: hold.pv,
      load_w: hold.load,
      battery_w: hold.battery,
      soc: hold.soc,
      grid_v: hold.voltage,
    },
  }
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
/** True if a request comes from another site's page, or under a host name that is not this machine's. */
function foreign({ headers }: FastifyRequest, loopback: boolean): boolean {
  const { origin, host = '' } = headers
  const site = headers['sec-fetch-site']
  if (loopback && !LOOPBACK.test(host)) return true
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  return origin !== undefined && origin !== `http://${host}`
}

const folder = new URL('../../panel/', import.meta.url)
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
}
/** What the page offers. */
const catalogue = {
  flags: flagNames.map((code) => ({ code, display: displayOf(code) })),
  scenarios: scenarioNames,
  manners,
}
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'permissions-policy': `${deniedFeatures}, camera=(), clipboard-write=()`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Builds the front panels of all units: a page, and the calls that it and tests make. Does not listen yet. */
export function buildPanel({ fleet, mailbox, loopback }: PanelDeps): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 4096 })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    if (foreign(request, loopback)) await reply.code(403).send({ code: 'origin_refused' })
  })
  app.setErrorHandler((error, _request, reply) => {
    const invalid = error instanceof z.core.$ZodError
    const status = invalid
      ? errors.input_invalid
      : Number(z.object({ statusCode: z.number() }).safeParse(error).data?.statusCode ?? errors.internal)
    return reply.code(status).send({ code: status < 500 ? 'input_invalid' : 'internal' })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(errors.not_found).send({ code: 'not_found' }))
  for (const name of readdirSync(folder)) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const type = `${types[extname(name)]}; charset=utf-8`
    app.get(name === 'index.html' ? '/' : `/${name}`, (_request, reply) => reply.type(type).send(text))
  }
  mailboxPanel(app, mailbox)
  app.get('/api/catalogue', () => catalogue)
  app.get('/api/units', () => fleet().units().map(toView))
  for (const { path, handle } of fleetActions) {
    app.post(`/api/${path}`, (request) => {
      handle(fleet(), request.body)
      return fleet().units().map(toView)
    })
  }
  for (const { path, handle } of unitActions) {
    app.post<{ Params: { sn: string } }>(`/api/units/:sn/${path}`, (request, reply) => {
      const unit = fleet().unit(request.params.sn)
      if (!unit) return reply.callNotFound()
      if (!handle(unit, request.body)) return reply.code(409).send({ code: 'not_possible' })
      return toView(unit)
    })
  }
  return app
}
