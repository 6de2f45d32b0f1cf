import type { FastifyInstance } from 'fastify'
import { StartupError } from '../../platform/config.ts'
import type { Parts } from './role.ts'

/** How long answers that are under way may take once the process is to end. */
const PATIENCE_MS = 5000

/** Serves on the port that `name` says, until the process ends. Throws a StartupError where it cannot be opened. */
export async function listen(
  app: FastifyInstance,
  { config, onClose }: Pick<Parts, 'config' | 'onClose'>,
  name: 'PORT' | 'UPDATES_PORT',
): Promise<void> {
  const { [name]: port, HOST: host } = config
  await app.listen({ port, host }).catch(async (error: NodeJS.ErrnoException) => {
    await app.close()
    throw new StartupError(
      error.code === 'EADDRINUSE'
        ? `Port ${port} (${name}) is taken.`
        : `Port ${port} (${name}) cannot be opened: ${error.message}.`,
    )
  })
  onClose(() => closePatiently(app))
}

async function closePatiently(app: FastifyInstance) {
  // A client that opens a connection and says nothing would hold the end up until it is timed out.
  const patience = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS)
  await app.close()
  clearTimeout(patience)
}
