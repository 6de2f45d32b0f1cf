import { eventually } from '@kellersonne/testing/eventually'
import { openPushService } from '@kellersonne/testing/push-service'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import * as z from 'zod/mini'
import { openPosts, type Posts } from '../../src/messages/push/post.ts'
import { publicLookup } from '../../src/messages/push/public-lookup.ts'
import { openPushSender } from '../../src/messages/push/sender.ts'
import { openPushWorker } from '../../src/messages/push/worker.ts'
import { PUBLIC_URL } from '../api.ts'
import { setUpAlerts } from './alerts.ts'

const PUSH = '/api/auth/push/'
const payload = z.object({ title: z.string(), body: z.string(), path: z.string(), tag: z.string() })
const settings = z.object({
  key: z.string(),
  browsers: z.array(z.object({ id: z.string(), current: z.boolean() })),
})
const MAIL_FROM = 'Kellersonne <no-reply@portal.example>'
const SILENCE_MS = 300

/** The server with alerts and a push service, to which alone it may send. */
export function setUpPush() {
  let service: Awaited<ReturnType<typeof openPushService>>
  const config = () => ({ PUBLIC_URL, MAIL_FROM, PUSH_ORIGINS: [service.origin] })
  let isImpatient = false
  function open(parts: Pick<Parameters<typeof openPushSender>[0], 'db' | 'now'>) {
    const [usual, short] = [openPosts(), openPosts(publicLookup(), SILENCE_MS)]
    const posts: Posts = {
      post: (...what) => (isImpatient ? short : usual).post(...what),
      close() {
        usual.close()
        short.close()
      },
    }
    return openPushSender({ ...parts, config: config(), posts })
  }
  beforeAll(async () => {
    service = await openPushService()
  })
  const world = setUpAlerts(() => ({ config: config(), push: open }))
  afterAll(() => service.close())
  beforeEach(() => {
    isImpatient = false
    for (const list of [service.delivered, service.refused, service.troubles, service.seen]) list.length = 0
  })

  return () => {
    const { api } = world()
    const bearer = (access: string) => ({
      headers: { authorization: `Bearer ${access}`, 'user-agent': 'Firefox' },
    })
    const work = () => openPushWorker({ ...api, sender: open(api) })
    let read = 0
    return {
      ...world(),
      ...{ service, bearer, work },
      /** Has the server give a push service up sooner, for tests of one that never answers. */
      beImpatient: () => (isImpatient = true),
      /** A unit reports for a quarter of an hour that nothing is wrong any more. */
      async heal(system: number) {
        for (let i = 0; i < 2; i++) {
          await world().report(system)
          await world().pass(8)
        }
      },
      post: (path: string, form: Record<string, string>, access: string) =>
        api.post(`${PUSH}${path}`, form, bearer(access)),
      settings: async (access: string) => settings.parse((await api.get(PUSH, access)).json()),
      /** Has a browser of a signed-in owner show alerts; resolves to its subscription and id. */
      async browser(access: string) {
        const subscription = service.subscribe()
        const { browsers } = settings.parse((await api.post(PUSH, subscription, bearer(access))).json())
        return { ...subscription, id: browsers.find(({ current }) => current)?.id ?? '' }
      },
      /** Sends what is due; resolves to what has been delivered since the last time. */
      async deliver() {
        const worker = work()
        await eventually(async () => {
          const due = await api.db.run(
            `select from push_subscription where retry_at <= $1 and exists (
               select from alert_notice where subscription = push_subscription.id and outcome is null)`,
            [api.now()],
          )
          expect(due).toBe(0)
        })
        await worker.close()
        const more = service.delivered.slice(read)
        read = service.delivered.length
        return more.map(({ text, ...rest }) => ({ ...rest, ...payload.parse(JSON.parse(text)) }))
      },
      outcomes: async () =>
        (
          await api.db.rows(
            z.object({ outcome: z.nullable(z.string()) }),
            `select outcome from alert_notice where channel = 'push' order by id`,
          )
        ).map(({ outcome }) => outcome),
    }
  }
}
