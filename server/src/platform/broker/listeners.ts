import { X509Certificate } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { join } from 'node:path'
import tls from 'node:tls'
import { type Config, StartupError } from '../config.ts'
import { levels } from '../metrics.ts'
import { limitHandshakes } from './handshakes.ts'

export type ListenerConfig = Pick<
  Config,
  'MQTT_HOST' | 'MQTT_PORT' | 'HOST' | 'MQTTS_PORT' | 'MQTTS_CERT' | 'MQTTS_KEY' | 'DATA_DIR'
>
type Pair = { readonly cert: string; readonly key: string }

const HANDSHAKE_MS = 10_000
const TEN_YEARS_MS = 10 * 365 * 86_400_000
/** TLS 1.3 has no others; of TLS 1.2, only those with authenticated encryption. */
const AEAD_CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':')

/** All clients speak one of these; others cost ten times as much time of the event loop, and strangers choose. */
const KEY_EXCHANGES = 'X25519:prime256v1'

const certificateExpiry = levels(
  'certificate_expiry_timestamp_seconds',
  'When the certificate that units are shown expires.',
  ['of'],
)

async function readPair(cert: string, key: string): Promise<Pair> {
  return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') }
}

async function makePair(folder: string, now: Date): Promise<Pair> {
  // Loaded lazily: needed once in ten years, it would take a tenth of every start.
  const { generate } = await import('selfsigned')
  const made = await generate([{ name: 'commonName', value: 'kellersonne' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: now,
    notAfterDate: new Date(now.getTime() + TEN_YEARS_MS),
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'key.pem'), made.private, { mode: 0o600 })
  await writeFile(join(folder, 'cert.pem'), made.cert)
  return { cert: made.cert, key: made.private }
}

/** Resolves to the operator's certificate, or one generated on first start. Throws `StartupError` if unreadable. */
async function certificate(config: ListenerConfig, now: Date): Promise<Pair> {
  const { MQTTS_CERT, MQTTS_KEY, DATA_DIR } = config
  if (MQTTS_CERT !== undefined || MQTTS_KEY !== undefined) {
    if (MQTTS_CERT === undefined || MQTTS_KEY === undefined)
      throw new StartupError('MQTTS_CERT and MQTTS_KEY belong together: set both or none.')
    return readPair(MQTTS_CERT, MQTTS_KEY).catch((error: unknown) => {
      throw new StartupError(`The certificate of MQTTS_CERT and MQTTS_KEY cannot be read: ${message(error)}.`)
    })
  }
  const folder = join(DATA_DIR, 'tls')
  return readPair(join(folder, 'cert.pem'), join(folder, 'key.pem')).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return makePair(folder, now)
    throw new StartupError(`The certificate in ${folder} cannot be read: ${message(error)}.`)
  })
}

const message = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Resolves to the port it listens on. Throws `StartupError` naming the variable if the port cannot be opened. */
export async function listen(
  server: net.Server,
  variable: string,
  port: number,
  host: string,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    // Stays attached, so that an accept error later does not crash the process.
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        new StartupError(
          error.code === 'EADDRINUSE'
            ? `Port ${port} (${variable}) is taken.`
            : `Port ${port} (${variable}) cannot be opened: ${error.message}.`,
        ),
      ),
    )
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : port
}

function tlsServer(pair: Pair, onConnection: (socket: net.Socket) => void) {
  try {
    const server = tls.createServer(
      {
        ...pair,
        minVersion: 'TLSv1.2',
        ciphers: AEAD_CIPHERS,
        honorCipherOrder: true,
        ecdhCurve: KEY_EXCHANGES,
        handshakeTimeout: HANDSHAKE_MS,
      },
      onConnection,
    )
    // Node reports a handshake that fails or takes too long, and leaves its connection open.
    return server.on('tlsClientError', (_, socket) => socket.destroy())
  } catch (error) {
    throw new StartupError(`The certificate of MQTTS_CERT and MQTTS_KEY cannot be used: ${message(error)}.`)
  }
}

/**
 * Listens with and without TLS. `onRaw` is called with each connection, over TLS before its handshake. Throws
 * `StartupError` with the cause.
 */
export async function openListeners(
  config: ListenerConfig,
  { now, onRaw }: { now: () => Date; onRaw: (socket: net.Socket) => void },
  onConnection: (socket: net.Socket) => void,
) {
  const plain = net.createServer(onConnection)
  const pair = await certificate(config, now())
  const secure = tlsServer(pair, onConnection)
  certificateExpiry.set({ of: 'mqtts' }, new X509Certificate(pair.cert).validToDate.getTime() / 1000)
  const servers = [plain, secure]
  const admitHandshake = limitHandshakes(now)
  const sockets = new Set<net.Socket>()
  for (const server of servers) {
    server.on('connection', (socket) => {
      // Before any byte of it is read.
      if (server === secure && !admitHandshake(socket.remoteAddress)) {
        socket.destroy()
        return
      }
      onRaw(socket)
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
  }
  const end = () => {
    certificateExpiry.reset()
    for (const server of servers) server.close()
    for (const socket of sockets) socket.destroy()
  }
  try {
    return {
      mqtt: await listen(plain, 'MQTT_PORT', config.MQTT_PORT, config.MQTT_HOST),
      mqtts: await listen(secure, 'MQTTS_PORT', config.MQTTS_PORT, config.HOST),
      /** Stops accepting connections. */
      stop() {
        for (const server of servers) server.close()
      },
      /** Closes the remaining connections. */
      end,
    }
  } catch (error) {
    end()
    throw error
  }
}
