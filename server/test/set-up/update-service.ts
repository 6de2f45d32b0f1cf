import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deployment, poll } from '@kellersonne/contract/firmware/ddi'
import { hasUpdate } from '@kellersonne/contract/firmware/status'
import { statePayload } from '@kellersonne/contract/telemetry/device'
import type { InjectOptions } from 'fastify'
import type * as z from 'zod/mini'
import { buildUpdates } from '../../src/app/app.ts'
import { storeBatch } from '../../src/app/roles/store-batch.ts'
import { digestOf } from '../../src/firmware/releases/images.ts'
import { newKeyPair, privateKeyOf, signImage } from '../../src/firmware/releases/keys.ts'
import { type Publication, publish } from '../../src/firmware/releases/publish.ts'
import { releaseStore } from '../../src/firmware/releases/store.ts'
import { PUBLIC_URL, SECRET, testApi, UPDATES_URL } from '../api.ts'
import { agree } from './agree.ts'

type Options = Parameters<typeof testApi>[0]
type Feedback = { execution: string; finished?: string; cnt?: number; of?: number; details?: string[] }

/** Encodes a form as browsers do. */
export function multipart(fields: readonly (readonly [string, string])[], file?: string) {
  const boundary = 'a-boundary'
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const rest =
    file === undefined
      ? ''
      : `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${file}\r\n`
  return {
    payload: `${parts.join('')}${rest}--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** Both services with their own database and data folder. */
export async function testUpdates(options: Options = {}) {
  const api = await testApi(options)
  const folder = await mkdtemp(join(tmpdir(), 'ks-updates-'))
  const { db, turns, now, log } = api
  const config = {
    ...{ root: '/nowhere/', TRUST_PROXY: [], PUBLIC_URL, UPDATES_URL, COOKIE_DOMAIN: 'example' },
    ...{ ALLOWED_ORIGINS: [], OIDC_NAME: 'CleverPV' },
    ...options.config,
  }
  const build = () =>
    buildUpdates({ db, turns, config, now, log, secret: SECRET, dataFolder: folder, isStopping: () => false })
  let app = await build()
  const pair = newKeyPair()
  await releaseStore(db).addKey({ id: pair.id, pem: pair.pem, addedAt: now() })

  const inject = (options: InjectOptions) => app.inject(options)
  const ask = (cookie: string | null, sn: string, headers: Record<string, string> = {}) =>
    inject({
      url: `/api/v1/has_update?sn=${encodeURIComponent(sn)}`,
      headers: { ...(cookie !== null && { cookie }), ...headers },
    })

  return {
    ...api,
    folder,
    pair,
    inject,
    ask,
    service: () => app,
    /** As after a crash: nothing in memory is left. */
    async restart() {
      await app.close()
      app = await build()
    },

    /** Signs in; resolves to the update cookie and the tokens. */
    async enter(email: string) {
      const form = { email, password: 'Sonne-im-Keller-1', stay_logged_in: 'false' }
      const answer = await api.post('/api/auth/token/', form)
      const cookies = [answer.headers['set-cookie'] ?? []].flat()
      const set = cookies.find((one) => one.includes('kellersonne_update=')) ?? ''
      const { access, refresh }: { access: string; refresh: string } = answer.json()
      return { set, cookie: set.split(';')[0] ?? '', access, refresh }
    },

    status: async (cookie: string, sn: string): Promise<z.output<typeof hasUpdate>> =>
      hasUpdate.parse((await ask(cookie, sn)).json()),

    /** Starts an update, with the owner's consent by default. */
    async start(cookie: string, sn: string, more: InjectOptions = {}, { agreed = true } = {}) {
      if (agreed) await agree(db, sn, now())
      return inject({
        method: 'POST',
        url: '/api/v1/update/',
        ...multipart([
          ['sn', sn],
          ['update', '1'],
        ]),
        ...more,
        headers: { cookie, 'content-type': 'multipart/form-data; boundary=a-boundary', ...more.headers },
      })
    },

    /** Resets all rate limits. */
    forgive: () => db.run('delete from attempt'),

    /** Signs and publishes an image with so many random bytes, or the given bytes; resolves to its content. */
    async release(
      chip: string,
      version: string,
      of: number | Buffer = 1000,
      more: Partial<Publication> = {},
    ) {
      const bytes = typeof of === 'number' ? randomBytes(of) : of
      const file = join(folder, `${chip}-${version}`)
      await writeFile(file, bytes)
      const key = privateKeyOf(pair.privatePem)
      if (!key) throw new Error('no key')
      const signature = signImage({ chip, version, ...(await digestOf(file)) }, key)
      const notes = { de: `Neu in ${version}`, en: `New in ${version}` }
      const wanted = { chip, version, file, signature, notes, changes: null, share: 100, ...more }
      await publish({ db, dataFolder: folder, now: now() }, wanted)
      return bytes
    },

    /** Stores a unit's state as ingest does. */
    async report(system: number, versions: Record<string, string>, more: object = {}) {
      const at = now()
      const usual = { status: 'on', display: 'normal' }
      const state = statePayload.parse({ ...usual, at: at.toISOString(), versions, ...more })
      await storeBatch(db, [{ kind: 'state', system, receivedAt: at, state }])
    },

    unit(sn: string, secret = 'unit') {
      const headers = { authorization: `TargetToken ${secret}` }
      const root = `/default/controller/v1/${sn}`
      const get = (path: string, more: Record<string, string> = {}) =>
        inject({ url: `${root}${path}`, headers: { ...headers, ...more } })
      const post = (path: string, body: object | string) =>
        inject({
          ...{ method: 'POST', url: `${root}${path}` },
          ...{ payload: typeof body === 'string' ? body : JSON.stringify(body) },
          headers: { ...headers, 'content-type': 'application/json' },
        })
      const fileOf = (offer: z.output<typeof deployment>) => {
        const link = Object.values(offer.deployment.chunks[0]?.artifacts[0]?._links ?? {})[0]
        return new URL(link?.href ?? '').pathname.slice(root.length)
      }
      const links = async () => poll.parse((await get('')).json())._links
      const feedbackOf = ({ execution, finished = 'none', cnt = 0, of = 0, details = [] }: Feedback) => ({
        ...{ id: 0, time: '20261121T100000' },
        status: { execution, result: { finished, progress: { cnt, of } }, details },
      })
      return {
        ...{ root, get, post, links },
        /** Resolves to the id of the unit's open action, or null. */
        async action(): Promise<string | null> {
          const { deploymentBase } = await links()
          return deploymentBase ? (deploymentBase.href.split('/').at(-1) ?? null) : null
        },
        offer: async (id: string) => deployment.parse((await get(`/deploymentBase/${id}`)).json()),
        fileOf,
        download: async (id: string, more: Record<string, string> = {}) =>
          get(fileOf(deployment.parse((await get(`/deploymentBase/${id}`)).json())), more),
        feedback: (id: string, words: Feedback) => post(`/deploymentBase/${id}/feedback`, feedbackOf(words)),
        succeed: (id: string) =>
          post(`/deploymentBase/${id}/feedback`, feedbackOf({ execution: 'closed', finished: 'success' })),
        fail: (id: string, details = ['Signature check failed']) =>
          post(
            `/deploymentBase/${id}/feedback`,
            feedbackOf({ execution: 'closed', finished: 'failure', details }),
          ),
        installed: (id: string) =>
          post(
            `/deploymentBase/${id}/feedback`,
            feedbackOf({ execution: 'proceeding', cnt: 1, of: 1, details: ['All Chunks Installed.'] }),
          ),
        cancelled: (id: string) =>
          post(`/cancelAction/${id}/feedback`, feedbackOf({ execution: 'closed', finished: 'success' })),
      }
    },

    async close() {
      await app.close()
      await api.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type TestUpdates = Awaited<ReturnType<typeof testUpdates>>
