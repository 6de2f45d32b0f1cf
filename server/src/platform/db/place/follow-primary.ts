import { choosePrimary, type Writable } from './primary.ts'
import { openProbe } from './probe.ts'
import { serverName } from './servers.ts'

const EVERY_MS = 1000
/** After a connection has been lost. A server that ends each of them must not be asked without pause. */
const SOON_MS = 100

/**
 * Follows the one of several servers that accepts writes, by asking all of them each second. `onMove` is called with
 * its URL when it is known, and when it has become another one.
 */
export function followPrimary(servers: readonly string[], onMove: (server: string) => void) {
  let known: Writable | null = null
  let reasons: readonly string[] = []
  let closed = false
  let asking = false
  let next: NodeJS.Timeout | undefined
  const probes = servers.map((server) => openProbe(server, () => askIn(SOON_MS)))

  function askIn(ms: number) {
    clearTimeout(next)
    if (!asking && !closed) next = setTimeout(ask, ms)
  }

  async function ask() {
    asking = true
    const answers = await Promise.all(probes.map((probe) => probe.ask()))
    asking = false
    if (closed) return
    const chosen = choosePrimary(
      known,
      answers.filter((one) => typeof one !== 'string'),
    )
    reasons = answers.map(
      (one, i) => `${serverName(servers[i] ?? '')}: ${typeof one === 'string' ? one : 'another database'}`,
    )
    const moved = chosen !== null && chosen.server !== known?.server
    known = chosen ?? known
    if (moved) onMove(chosen.server)
    askIn(EVERY_MS)
  }
  void ask()
  return {
    /** Returns why each server is not the one; empty before the first answers. */
    reasons: () => reasons,
    async close() {
      closed = true
      clearTimeout(next)
      await Promise.all(probes.map((probe) => probe.close()))
    },
  }
}
