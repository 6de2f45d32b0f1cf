import { addressParts, checkHosts, perHost } from '../../hosts.ts'

/** The servers of a database, each as a URL. `oneWrites`: connections are for the one among them that accepts writes. */
export type DatabaseServers = { readonly servers: readonly string[]; readonly oneWrites: boolean }

const ATTRIBUTE = 'target_session_attrs'
const WRITING = ['read-write', 'primary']

/** Splits what libpq calls `host` and `port`, which may be lists: as many ports as hosts, or one for all. */
function hostParameters(query: URLSearchParams): { host: string; port: string | undefined }[] | null {
  const hosts = query.get('host')?.split(',')
  if (!hosts) return null
  if (hosts.includes('')) throw new RangeError('a host is missing')
  const ports = query.get('port')?.split(',') ?? []
  if (ports.length > 1 && ports.length !== hosts.length) throw new RangeError('not a port for each host')
  const named = hosts.map((host, i) => ({ host, port: ports.length > 1 ? ports[i] : ports[0] }))
  checkHosts(named.map(({ host, port }) => `${host} ${port}`))
  return named
}

/**
 * Reads a `DATABASE_URL` as libpq does, which may name several servers. Of these, one at a time accepts writes. Throws
 * `RangeError`, saying what is wrong.
 */
export function readDatabaseUrl(url: string): DatabaseServers {
  const parts = addressParts(url)
  if (!parts) throw new RangeError('not an address')
  const [path = '', text = ''] = parts.rest.split('?', 2)
  const query = new URLSearchParams(text)
  const attribute = query.get(ATTRIBUTE)
  if (attribute !== null && !WRITING.includes(attribute))
    throw new RangeError(`${ATTRIBUTE} must be read-write: Kellersonne writes`)
  const named = hostParameters(query)
  const several = (named ?? parts.hosts).length > 1
  if (!several && attribute === null) return { servers: [url], oneWrites: false }
  query.delete(ATTRIBUTE)
  if (named) {
    const servers = named.map(({ host, port }) => {
      const own = new URLSearchParams(query)
      own.set('host', host)
      if (port !== undefined) own.set('port', port)
      return `${parts.scheme}${parts.user}${path}?${own}`
    })
    return { servers, oneWrites: true }
  }
  const rest = query.size === 0 ? path : `${path}?${query}`
  return { servers: perHost(parts.scheme + parts.user + parts.hosts.join(',') + rest), oneWrites: true }
}

/** Returns the host and port of a server's URL, without its user and password. */
export function serverName(server: string): string {
  const parts = addressParts(server)
  const query = new URLSearchParams(parts?.rest.split('?', 2)[1])
  return query.get('host') ?? parts?.hosts[0] ?? ''
}
