import type { FastifyInstance } from 'fastify'
import { type Config, StartupError } from '../../platform/config.ts'
import type { Parts } from './role.ts'

/** How long responses in progress may take once the process is shutting down. */
const PATIENCE_MS = 5000
/** How often connections are closed whose last response has ended meanwhile: each stream ends during the shutdown. */
const IDLE_CHECK_MS = 100

type Place = Pick<Parts, 'onClose'> & { readonly config: Pick<Config, 'PORT' | 'UPDATES_PORT' | 'HOST'> }

/** Listens on the port in the variable `name` until the process ends. Throws `StartupError` if it cannot. */
export async function listen(
  app: FastifyInstance,
  { config, onClose }: Place,
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
  // A client that opens a connection and sends nothing would delay the shutdown until it times out.
  const patience = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS)
  // `close` does so only once. Browsers would keep the other connections open, and a server that is shutting down would answer on them.
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
  try {
    await app.close()
  } finally {
    clearTimeout(patience)
    clearInterval(idle)
  }
}
