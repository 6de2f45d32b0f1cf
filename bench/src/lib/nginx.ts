import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, stop } from './server.ts'
import type { Stage } from './stage.ts'

const PROGRAM = '/usr/sbin/nginx'
export const PORTAL_HOST = 'portal.kellersonne.example'

/** Replaces what must be there. */
function replaced(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((before, [from, to]) => {
    if (!from.test(before)) throw new Error(`nginx is not configured as expected: no ${from}`)
    return before.replace(from, to)
  }, text)
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

/**
 * Starts Debian's nginx as docs/operating.md sets it up (its own nginx.conf, worker-limits.sh, the template) in front of a
 * server; only ports and folders differ. Resolves to its certificate, and a function that reads its log of errors.
 */
export async function startNginx(stage: Stage, ports: { https: number; http: number; server: number }) {
  if (!existsSync(PROGRAM)) throw new Error('This benchmark needs Debian’s nginx-light.')
  const at = (name: string) => join(stage.folder, 'nginx', name)
  const deploy = (name: string) => readFileSync(join(root, 'deploy/nginx', name), 'utf8')
  mkdirSync(at('conf.d'), { recursive: true })
  const key = ['-keyout', at('key.pem'), '-out', at('cert.pem')]
  const subject = ['-subj', `/CN=${PORTAL_HOST}`, '-addext', `subjectAltName=DNS:${PORTAL_HOST}`]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...key, ...subject],
    {
      stdio: 'ignore',
    },
  )
  const main = replaced(readFileSync('/etc/nginx/nginx.conf', 'utf8'), [
    [/^pid .*$/m, `pid ${at('pid')};`],
    [/^error_log .*$/m, `error_log ${at('error.log')};`],
    [/access_log .*$/m, 'access_log off;'],
    [/include \/etc\/nginx\/conf\.d\/\*\.conf;/, `include ${at('conf.d')}/*.conf;`],
    [/include \/etc\/nginx\/sites-enabled\/\*;/, ''],
  ])
  writeFileSync(at('nginx.conf'), main)
  execFileSync(join(root, 'deploy/nginx/worker-limits.sh'), [at('nginx.conf')])
  const template = replaced(deploy('kellersonne.conf.template'), [
    [/\$\{PORTAL_HOST\}/g, PORTAL_HOST],
    [/\$\{UPDATES_HOST\}/g, 'updates.kellersonne.example'],
    [/listen \[::\].*$/gm, ''],
    [/listen 80 /g, `listen 127.0.0.1:${ports.http} `],
    [/listen 443 /g, `listen 127.0.0.1:${ports.https} `],
    [/\/etc\/kellersonne\/tls\/fullchain\.pem/g, at('cert.pem')],
    [/\/etc\/kellersonne\/tls\/privkey\.pem/g, at('key.pem')],
    [/\/var\/log\/nginx\/kellersonne\.log/g, at('access.log')],
  ])
  writeFileSync(at('conf.d/kellersonne.conf'), template)
  const upstreams = replaced(deploy('upstreams.conf'), [[/127\.0\.0\.1:8080/g, `127.0.0.1:${ports.server}`]])
  writeFileSync(at('kellersonne-upstreams.conf'), upstreams)
  const nginx = spawn(PROGRAM, ['-c', at('nginx.conf'), '-g', 'daemon off;'], {
    stdio: 'inherit',
  })
  stage.onEnd(() => stop(nginx, 'SIGQUIT'))
  while (!(await isListening(ports.https))) {
    if (nginx.exitCode !== null) throw new Error('nginx does not start')
    await sleep(50)
  }
  return { certificate: readFileSync(at('cert.pem')), errors: () => readFileSync(at('error.log'), 'utf8') }
}
