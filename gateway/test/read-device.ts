import { type DeviceStatus, openDevice } from '../src/devices/device.ts'
import { namedProfile } from '../src/profiles/load.ts'
import type { Profile } from '../src/profiles/profile.ts'
import type { DeviceSettings } from '../src/settings/settings.ts'
import { openTransports } from '../src/transports/open.ts'

export type Wanted = Partial<DeviceSettings> & { readonly profile: string }

/** Opens a device as the gateway does, by a profile of its own or the one that it names. */
export function device(wanted: Wanted, profile: Profile = namedProfile(wanted.profile, '/')) {
  const own = { name: 'device', host: '127.0.0.1', options: {}, invert: [], ...wanted }
  const deps = {
    openTransport: openTransports(),
    clock: Date.now,
    onFault: () => undefined,
    onBack: () => undefined,
  }
  return openDevice(own, profile, deps)
}

/** Reads a device once. */
export async function readOnce(wanted: Wanted, profile?: Profile): Promise<DeviceStatus> {
  const opened = device(wanted, profile)
  await opened.poll()
  const status = opened.status()
  await opened.close()
  return status
}

/** Its values, rounded to what counts. */
export const valuesIn = ({ values }: DeviceStatus): Record<string, number> =>
  Object.fromEntries([...values].map(([name, { value }]) => [name, Math.round(value * 1000) / 1000]))
