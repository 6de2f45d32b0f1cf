import {
  changePicture,
  changeUser,
  exportData,
  getPicture,
  getUser,
  removeCustomer,
  removePicture,
} from '@kellersonne/contract/identity/accounts'
import type { Sent } from '@kellersonne/contract/shared/endpoint'
import { call, download } from '../../../platform/client/client.ts'
import { createQuery } from '../../../platform/client/query.ts'
import { dropPush } from '../../../platform/program/dropPush.ts'
import { endSession } from '../../../platform/session.ts'

export type UserChange = Sent<typeof changeUser>['form']

const user = createQuery(() => call(getUser, {}))
/** The owner's profile. */
export const { use: useUser, refresh: refreshUser, forget: forgetUser } = user

/** Saves changes; a new password ends notifications here, too. Throws an ApiError. */
export async function saveUser(form: UserChange) {
  user.setData(await call(changeUser, { form }))
  if (form.password !== undefined) await dropPush()
}

/** Downloads the picture. Throws an ApiError. */
export const loadPicture = () => download(getPicture, {})

/** Throws an ApiError. */
export async function savePicture(file: Blob) {
  const { picture } = await call(changePicture, { file })
  keepPicture(picture)
}

/** Throws an ApiError. */
export async function dropPicture() {
  await call(removePicture, { form: {} })
  keepPicture(null)
}

function keepPicture(picture: string | null) {
  const known = user.current()
  if (known) user.setData({ ...known, picture })
}

/** Downloads all of the owner's data as a ZIP; calls `progress` with the bytes so far. Throws an ApiError. */
export const exportUser = (progress: (bytes: number) => void) => download(exportData, {}, progress)

/** Deletes the account permanently and ends the session here (SET-04). Throws an ApiError. */
export async function removeUser(password: string) {
  await call(removeCustomer, { form: { password } })
  endSession('removed')
}
