import { readFileSync } from 'node:fs'
import { errors } from '@kellersonne/contract/errors'
import { flagNames } from '@kellersonne/core/messages'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Fleet } from './fleet.ts'
import type { Mailbox } from './mailbox.ts'
import { mailboxPanel } from './mailboxPanel.ts'
import type { Unit } from './unit.ts'
import { toReading } from './words.ts'

export type PanelDeps = {
  readonly fleet: () => Fleet
  readonly mailbox: Pick<Mailbox, 'mails'>
  /** Whether the panel listens on this machine alone, and so has no business under another name. */
  readonly loopback: boolean
}

/** What the panel shows of a unit, powers as in its readings. */
function toView(unit: Unit) {
  const { sample, hold, ...view } = unit.view()
  return {
    ...view,
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

type Act = { readonly path: string; readonly handle: (unit: Unit, body: unknown) => boolean }
/** An act on a unit; false where the unit cannot do it now. */
const act = <S extends z.ZodMiniType>(
  path: string,
  body: S,
  carryOut: (unit: Unit, read: z.output<S>) => unknown,
) => ({ path, handle: (unit, sent) => carryOut(unit, body.parse(sent)) !== false }) satisfies Act

const held = (min: number, max: number) =>
  z.optional(z.nullable(z.number().check(z.minimum(min), z.maximum(max))))
const holdBody = z.strictObject({
  pv_w: held(0, 30_000),
  load_w: held(0, 30_000),
  battery_w: held(-30_000, 30_000),
  soc: held(0, 100),
  grid_v: held(0, 500),
})
const acts: readonly Act[] = [
  act('switch', z.strictObject({ on: z.boolean() }), (unit, { on }) => unit.switchMain(on)),
  act('display', z.strictObject({ mode: z.enum(['normal', 'update']) }), (unit, { mode }) => unit.show(mode)),
  act('cable', z.strictObject({ plugged: z.boolean() }), (unit, { plugged }) => unit.plug(plugged)),
  act(
    'messages',
    z.strictObject({ code: z.enum(flagNames), raised: z.boolean() }),
    (unit, { code, raised }) => unit.setFlag(code, raised),
  ),
  act('hold', holdBody, (unit, { pv_w, load_w, battery_w, soc, grid_v }) => {
    const values = Object.entries({ pv: pv_w, load: load_w, battery: battery_w, soc, voltage: grid_v })
    unit.hold(Object.fromEntries(values.filter(([, value]) => value !== undefined)))
  }),
  act('publish', z.optional(z.nullable(z.strictObject({}))), (unit) => unit.publish()),
]

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
/** Whether a request comes from another site's page, or under a name that is not this machine's. */
function foreign({ headers }: FastifyRequest, loopback: boolean): boolean {
  const { origin, host = '' } = headers
  const site = headers['sec-fetch-site']
  if (loopback && !LOOPBACK.test(host)) return true
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  return origin !== undefined && origin !== `http://${host}`
}

const files = [
  { url: '/', name: 'index.html', type: 'text/html; charset=utf-8' },
  { url: '/panel.css', name: 'panel.css', type: 'text/css; charset=utf-8' },
  { url: '/panel.js', name: 'panel.js', type: 'text/javascript; charset=utf-8' },
  { url: '/mailbox.css', name: 'mailbox.css', type: 'text/css; charset=utf-8' },
  { url: '/mailbox.js', name: 'mailbox.js', type: 'text/javascript; charset=utf-8' },
]
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** The front panels of all units: a page, and the calls it and tests make. Does not listen yet. */
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
  for (const { url, name, type } of files) {
    const text = readFileSync(new URL(`../panel/${name}`, import.meta.url), 'utf8')
    app.get(url, (_request, reply) => reply.type(type).send(text))
  }
  mailboxPanel(app, mailbox)
  app.get('/api/units', () => fleet().units().map(toView))
  for (const { path, handle } of acts) {
    app.post<{ Params: { sn: string } }>(`/api/units/:sn/${path}`, (request, reply) => {
      const unit = fleet().unit(request.params.sn)
      if (!unit) return reply.callNotFound()
      if (!handle(unit, request.body)) return reply.code(409).send({ code: 'not_possible' })
      return toView(unit)
    })
  }
  return app
}
