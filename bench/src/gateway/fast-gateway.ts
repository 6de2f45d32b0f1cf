// A gateway whose clock runs fast: its settings, file of state, start (ms UTC), when it was that (ms UTC), and how many times as fast.
import { readFileSync } from 'node:fs'
import { namedProfile } from '@kellersonne/gateway/profiles/load'
import { settings as settingsFile } from '@kellersonne/gateway/settings/settings'
import { startGateway } from '@kellersonne/gateway/uplink/gateway'

const [path = '', stateFile = '', start = '0', began = '0', factor = '1'] = process.argv.slice(2)
const settings = settingsFile.parse(JSON.parse(readFileSync(path, 'utf8')))
const profiles = settings.devices.map(({ name, profile }) => [name, namedProfile(profile, '/')] as const)
const gateway = startGateway(settings, {
  profiles: Object.fromEntries(profiles),
  stateFile,
  clock: () => Number(start) + Number(factor) * (Date.now() - Number(began)),
  jitter: Math.random,
  log: () => undefined,
})
const LOOK_MS = 100
setInterval(() => process.send?.(gateway.status().held), LOOK_MS)
process.once('disconnect', () => process.exit(0))
