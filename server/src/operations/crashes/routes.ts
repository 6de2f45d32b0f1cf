import { reportCrash } from '@kellersonne/contract/operations/crashes'
import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { lineBounds } from '../../platform/http/connection/line-bounds.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { counter } from '../../platform/metrics.ts'
import { networkOf } from '../../platform/rate-limits/network.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'

type Deps = { readonly db: Db; readonly secret: Buffer; readonly now: () => Date }

const reported = counter('portal_crashes_total', 'Crashes of the portal in browsers.', [])

/** Removes possible personal addresses and anything as long as a key: anybody may send anything. */
const masked = (message: string) =>
  message.replaceAll(/\S+/g, (word) => (/@|%40/.test(word) ? '…' : word.replaceAll(/[\w+/=~-]{20,}/g, '…')))

/** Lines per minute: even from any number of networks, reports cannot fill the disk. */
const LINES = { ofOne: 20, ofAll: 60 }

/** Logs crashes of the portal in browsers. Anybody may report one, a few times an hour per network. */
export function crashes(api: Api, { db, secret, now }: Deps): void {
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))
  const admit = lineBounds(LINES)
  mount(
    api,
    reportCrash,
    async ({ form, request }) => {
      reported.inc()
      const dropped = admit(networkOf(request.ip))
      if (dropped !== null)
        request.log.warn(
          { crash: { ...form, message: masked(form.message) }, ...(dropped > 0 && { left_out: dropped }) },
          'portal crashed',
        )
      return {}
    },
    ({ request }) => counted.begin([{ limit: 'crash', who: networkOf(request.ip) }], now()),
  )
}
