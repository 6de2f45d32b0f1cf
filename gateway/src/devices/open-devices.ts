import type { Log } from '../log.ts'
import type { Profile } from '../profiles/profile.ts'
import type { Settings } from '../settings/settings.ts'
import { openTransports } from '../transports/open.ts'
import { openDevice } from './device.ts'

type Deps = {
  /** By the names of devices. */
  readonly profiles: Readonly<Record<string, Profile>>
  /** ms UTC. */
  readonly clock: () => number
  readonly log: Log
}

/** Opens the devices of the settings; each logs when it stops answering, and when it answers again. */
export function openDevices(settings: Pick<Settings, 'devices'>, { profiles, clock, log }: Deps) {
  const openTransport = openTransports()
  const onFault = (name: string, fault: Error) => log(`${name}: ${fault.message}`)
  const onBack = (name: string) => log(`${name}: answers again`)
  return settings.devices.flatMap((own) => {
    const profile = profiles[own.name]
    return profile ? [openDevice(own, profile, { openTransport, clock, onFault, onBack })] : []
  })
}
