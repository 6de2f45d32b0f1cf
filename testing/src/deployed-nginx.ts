import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const PORTAL_HOST = 'portal.kellersonne.example'
export const UPDATES_HOST = 'updates.kellersonne.example'

/** Replaces what must be there. */
export function replaced(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((before, [from, to]) => {
    if (!from.test(before)) throw new Error(`nginx is not configured as expected: no ${from}`)
    return before.replace(from, to)
  }, text)
}

/**
 * Writes what docs/operating.md copies from deploy/nginx into a folder that nginx takes for its own, in front of a server on
 * this machine; only ports and paths differ. `conf.d/kellersonne.conf` in it belongs into `http { }`.
 */
export function layOutNginx(
  folder: string,
  ports: { readonly https: number; readonly http: number; readonly server: number },
) {
  const at = (name: string) => join(folder, name)
  const deployed = (name: string) =>
    readFileSync(fileURLToPath(new URL(`../../deploy/nginx/${name}`, import.meta.url)), 'utf8')
  mkdirSync(at('conf.d'), { recursive: true })
  const key = ['-keyout', at('key.pem'), '-out', at('cert.pem')]
  const subject = ['-subj', `/CN=${PORTAL_HOST}`, '-addext', `subjectAltName=DNS:${PORTAL_HOST}`]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...key, ...subject]
  execFileSync('openssl', made, { stdio: 'ignore' })
  const template = replaced(deployed('kellersonne.conf.template'), [
    [/\$\{PORTAL_HOST\}/g, PORTAL_HOST],
    [/\$\{UPDATES_HOST\}/g, UPDATES_HOST],
    [/listen \[::\].*$/gm, ''],
    [/listen 80 /g, `listen 127.0.0.1:${ports.http} `],
    [/listen 443 /g, `listen 127.0.0.1:${ports.https} `],
    [/\/etc\/kellersonne\/tls\/fullchain\.pem/g, at('cert.pem')],
    [/\/etc\/kellersonne\/tls\/privkey\.pem/g, at('key.pem')],
  ])
  writeFileSync(at('conf.d/kellersonne.conf'), template)
  const upstreams = replaced(deployed('upstreams.conf'), [
    [/127\.0\.0\.1:808[01]/g, `127.0.0.1:${ports.server}`],
  ])
  writeFileSync(at('kellersonne-upstreams.conf'), upstreams)
  const server = replaced(deployed('server.conf'), [
    [/\/var\/log\/nginx\/access\.log/, at('access.log')],
    [/\/var\/log\/nginx\/error\.log/, at('error.log')],
  ])
  writeFileSync(at('kellersonne-server.conf'), server)
  return {
    certificate: readFileSync(at('cert.pem')),
    requests: () => readFileSync(at('access.log'), 'utf8'),
    errors: () => readFileSync(at('error.log'), 'utf8'),
  }
}
