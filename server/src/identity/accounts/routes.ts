import { randomUUID } from 'node:crypto'
import {
  changePicture,
  changeUser,
  getPicture,
  getUser,
  removePicture,
} from '@kellersonne/contract/identity/accounts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { convertPicture } from './picture.ts'
import { createProfileChange } from './profile-change.ts'
import { accountStore } from './store.ts'
import { userOf } from './user.ts'

type Deps = Parameters<typeof createProfileChange>[0]

/** Mounts the routes of an owner's own data. */
export function accounts(api: Api, deps: Deps): void {
  const { db, now } = deps
  const change = createProfileChange(deps)

  mount(api, getUser, ({ caller }) => userOf(db, caller.owner, now()))

  mount(api, changeUser, async ({ form, ...call }) => {
    await change(form, call)
    return userOf(db, call.caller.owner, now())
  })

  pictures(api, deps)
}

function pictures(api: Api, { db, now, secret }: Deps): void {
  const store = accountStore(db)
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))

  mount(api, getPicture, async ({ caller, reply }) => {
    const picture = await store.picture(caller.owner)
    if (!picture) throw new ApiError('not_found')
    reply.header('content-disposition', 'inline; filename="picture.webp"')
    return picture
  })

  mount(
    api,
    changePicture,
    async ({ caller, file }) => {
      const picture = { id: randomUUID(), bytes: await convertPicture(file) }
      await store.changePicture(caller.owner, picture)
      return { picture: picture.id }
    },
    ({ caller }) => counted.begin([{ limit: 'picture', who: caller.owner }], now()),
  )

  mount(api, removePicture, async ({ caller }) => {
    await store.changePicture(caller.owner, null)
    return {}
  })
}
