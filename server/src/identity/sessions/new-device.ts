import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../platform/rate-limits/network.ts'
import type { DeviceCookie } from './device-cookie.ts'
import type { knownNetworks } from './known-networks.ts'

/**
 * Returns whether a request comes from a browser and a network that an owner has not used before. Both must be new: browsers
 * delete cookies and networks change, and neither is worth a mail. An account's first sign-in is
 * none from a new device, unless the account is so old that the networks of earlier ones may have been forgotten.
 */
export const createNewDeviceCheck =
  (device: DeviceCookie, networks: ReturnType<typeof knownNetworks>, now: () => Date) =>
  async (request: FastifyRequest, owner: string, passwordHash: string | undefined): Promise<boolean> => {
    if (passwordHash === undefined || device.read(request, { id: owner, passwordHash }) !== null) return false
    return (
      (await networks.familiarity(owner, networkOf(request.ip))) !== 'known' &&
      (await networks.mayHaveSignedInBefore(owner, now()))
    )
  }
