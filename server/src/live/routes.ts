import { getCurrentData, watchLive } from '@kellersonne/contract/live/live'
import { type Api, mount } from '../platform/http/mount.ts'
import { createCurrentDataCache } from './current-data-cache.ts'
import { createSseConnections, type Deps as StreamDeps } from './sse-connections.ts'

type Deps = Omit<StreamDeps, 'current'>

/** Mounts an owner's current data, as a single response and as a stream. */
export function live(api: Api, deps: Deps): void {
  const current = createCurrentDataCache(deps)
  const streams = createSseConnections({ ...deps, current })

  mount(api, getCurrentData, ({ caller }) => current.of(caller.owner))
  mount(api, watchLive, async ({ caller }) => (await streams.open(caller)).body)

  api.app.addHook('preClose', (done) => {
    streams.close()
    current.close()
    done()
  })
}
