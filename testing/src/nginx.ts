import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the suite unpacks Debian's nginx, which would start a server if it were installed. */
const unpacked = fileURLToPath(new URL('../../.cache/nginx/usr/sbin/nginx', import.meta.url))

/** Returns the machine's nginx, or the unpacked one; null if there is none. */
export const nginxPath = (): string | null =>
  ['/usr/sbin/nginx', unpacked].find((path) => existsSync(path)) ?? null
