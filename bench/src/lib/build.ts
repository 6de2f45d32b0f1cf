import { once } from 'node:events'
import { run } from './server.ts'

/** Builds the portal unless it is up to date. */
export async function buildPortal(): Promise<void> {
  const [code] = await once(run(['scripts/build.ts']), 'exit')
  if (code !== 0) throw new Error('the portal could not be built')
}
