import type { Readable } from 'node:stream'
import type { Answer, Endpoint, Form, Params, Query } from '@kellersonne/contract/shared/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { readUpload, reserveUploadMemory } from './bodies/upload.ts'
import type { UploadMemory } from './bodies/upload-memory.ts'
import { sendCached, sendCompressed } from './cached.ts'
import { parseInput, parseParams } from './input.ts'
import { type Aside, isQueued } from './turns/fair-queue.ts'
import type { Turns } from './turns/turns.ts'

/** The caller named by a verified access token, which expires at `until`; the session may end sooner. */
export type Caller = { readonly owner: string; readonly session: string; readonly until: Date }

/** A server to mount endpoints on. */
export type Api = {
  readonly app: FastifyInstance
  /** Mounts a route that accepts files. */
  readonly routeUpload: (route: RouteOptions) => void
  /** Mounts a route that accepts multipart forms. */
  readonly routeMultipart: (route: RouteOptions) => void
  readonly uploadMemory: UploadMemory
  /** Identifies the caller by the server's own means. Throws `ApiError` if the request does not prove who it is. */
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>
  /** Turns of all calls without their own: no caller keeps the database from all others. */
  readonly turns: Turns
  /** All endpoints mounted so far. */
  readonly mounted: Endpoint[]
}

type Call<E extends Endpoint> = {
  readonly params: Params<E>
  readonly query: Query<E>
  readonly form: Form<E>
  readonly file: E extends { upload: object } ? Buffer : undefined
  /** `party`: the session. Those of an owner take turns wherever their calls wait, so that a stolen one can be ended. */
  readonly caller: E['auth'] extends 'none' ? undefined : Caller & { readonly party: string }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Rejects once the caller's session has ended: a call that waits for a turn of its own must look again. */
  readonly recheck: (() => Promise<unknown>) | undefined
  /** For waits for third parties, which must not keep other callers waiting. */
  readonly aside: Aside
}
type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<
  E extends { stream: true }
    ? Readable
    : E extends { download: string }
      ? Readable | Buffer
      : Answer<E> | Prepared
>

/** Runs before any input is read, for example to count the request; throws `ApiError`. */
type Admit<E extends Endpoint> = (who: Pick<Call<E>, 'caller' | 'request'>) => Promise<unknown>

/** A response that is already validated and serialized, to be sent many times. */
export class Prepared {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

/** Serializes a response; throws if it does not match its schema, which is our own bug. */
export const prepare = (endpoint: Endpoint, answer: unknown) =>
  new Prepared(JSON.stringify(endpoint.response.parse(answer)))

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** Converts a path of the contract to a route of the server. */
export const routeOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Serves one endpoint of the contract: `admit`, then parsing the input, the handler, and serializing its output. */
export function mount<E extends Endpoint>(
  api: Api,
  endpoint: E,
  handler: Handler<E>,
  admit?: Admit<E>,
): void {
  const { params, query, form, auth, stream, upload, multipart, download, cached, compressed } = endpoint
  api.mounted.push(endpoint)
  const isTurned = !upload && !isQueued(handler)
  const route: RouteOptions = {
    method: endpoint.method,
    url: routeOf(endpoint.path),
    exposeHeadRoute: endpoint.method === 'GET' && !stream && !download,
    ...(cached && { onSend: sendCached }),
    ...(compressed && { onSend: sendCompressed }),
    handler: async (request, reply) => {
      const found = auth === 'none' ? undefined : await api.authenticate(request)
      const who = { caller: found && { ...found, party: found.session }, request }
      const recheck = who.caller && (() => api.authenticate(request))
      if (who.caller) await api.turns.paces.owner(who.caller, reply)
      const reserved =
        upload && reserveUploadMemory(api.uploadMemory, reply, who.caller?.owner ?? request.ip, upload)
      async function work(aside: Aside) {
        await admit?.(who as Pick<Call<E>, 'caller' | 'request'>)
        const call = {
          ...who,
          recheck,
          params: params && parseParams(params, request.params),
          query: query && parseInput(query, request.query),
          form: form && parseInput(form, request.body),
          file: upload && reserved && (await readUpload(request, upload, reserved)),
          reply,
          aside,
        }
        if (!isTurned) await recheck?.()
        // Parsed with the very schemas of `Call`; the compiler cannot follow optional schemas.
        return handler(call as Call<E>)
      }
      function workInTurn() {
        if (!isTurned) return work((wait) => wait())
        const { owners, strangers } = api.turns
        return who.caller
          ? owners.run({ caller: who.caller, reply, recheck }, work)
          : strangers.run({ request, reply }, work)
      }
      try {
        const answer = await workInTurn()
        if (stream) return reply.headers(streamHeaders).send(answer)
        if (download) return reply.type(download).send(answer)
        const { json } = answer instanceof Prepared ? answer : prepare(endpoint, answer)
        return reply.type('application/json; charset=utf-8').send(json)
      } finally {
        reserved?.release()
      }
    },
  }
  if (upload) api.routeUpload(route)
  else if (multipart) api.routeMultipart(route)
  else api.app.route(route)
}
