import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { layOutNginx, replaced } from '@kellersonne/testing/deployed-nginx'
import { root, stop } from './server.ts'
import type { Stage } from './stage.ts'

const PROGRAM = '/usr/sbin/nginx'

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
  const laidOut = layOutNginx(join(stage.folder, 'nginx'), ports)
  const main = replaced(readFileSync('/etc/nginx/nginx.conf', 'utf8'), [
    [/^pid .*$/m, `pid ${at('pid')};`],
    [/^error_log .*$/m, `error_log ${at('error.log')};`],
    [/access_log .*$/m, 'access_log off;'],
    [/include \/etc\/nginx\/conf\.d\/\*\.conf;/, `include ${at('conf.d')}/*.conf;`],
    [/include \/etc\/nginx\/sites-enabled\/\*;/, ''],
  ])
  writeFileSync(at('nginx.conf'), main)
  execFileSync(join(root, 'deploy/nginx/worker-limits.sh'), [at('nginx.conf')])
  const nginx = spawn(PROGRAM, ['-c', at('nginx.conf'), '-g', 'daemon off;'], {
    stdio: 'inherit',
  })
  stage.onEnd(() => stop(nginx, 'SIGQUIT'))
  while (!(await isListening(ports.https))) {
    if (nginx.exitCode !== null) throw new Error('nginx does not start')
    await sleep(50)
  }
  return laidOut
}
