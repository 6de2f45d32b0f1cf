import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@kellersonne/testing/eventually'
import { nginxPath } from '@kellersonne/testing/nginx'
import { reservePort } from '@kellersonne/testing/ports'
import { bareEnvironment } from '@kellersonne/testing/run'
import type { HttpState } from '../fixtures.ts'
import type { Certificate } from './certificate.ts'

type HttpDevice = Pick<HttpState, 'answers' | 'headers' | 'login' | 'tls'>

/** A string in nginx's configuration, whose escapes are those of JSON. */
const quoted = (text: string) => JSON.stringify(text)
const refusedWithout = (name: string, value: string) =>
  `if ($http_${name.toLowerCase().replaceAll('-', '_')} != ${quoted(value)}) { return 401; }`
const rewritten = (request: string, to: string) =>
  `if ($asked = ${quoted(request)}) { rewrite ^ ${to} last; }`

/** A device as a server of nginx: what its fixture says, 401 without its headers and cookies, 404 to all else. */
function serverOf({ answers, headers, login, tls }: HttpDevice, port: number, i: number): string {
  const rules = [
    ...(login ? [rewritten(`POST ${login.path}`, '/session')] : []),
    ...Object.entries(headers).map(([name, value]) => refusedWithout(name, value)),
    ...(login ? [refusedWithout('cookie', login.cookies.join('; '))] : []),
    ...Object.keys(answers).map((request, k) => rewritten(request, `/answers/${k}`)),
  ]
  const cookies = (login?.cookies ?? []).map(
    (cookie) => `add_header Set-Cookie ${quoted(`${cookie}; path=/; HttpOnly`)};`,
  )
  return `
  server {
    listen 127.0.0.1:${port}${tls ? ' ssl' : ''};
    root devices/${i};
    # Some devices begin an answer before they know its length: here every second one, in chunks.
    ssi ${i % 2 === 0 ? 'off' : 'on'};
    set $asked "$request_method $request_uri";
    location / { ${rules.join(' ')} return 404; }
    # A file is no answer to POST for nginx: 405 makes it ask itself again, by GET.
    location /answers/ { internal; error_page 405 =200 $uri; }
    location /session { internal; ${cookies.join(' ')} return 200 '{}'; }
  }`
}

const configuration = (servers: readonly string[]) => `
daemon off;
# One process, of the user who runs the tests: workers of another user could not read this folder.
master_process off;
pid nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path bodies;
  proxy_temp_path unused/proxy;
  fastcgi_temp_path unused/fastcgi;
  uwsgi_temp_path unused/uwsgi;
  scgi_temp_path unused/scgi;
  default_type application/json;
  ssi_types application/json;
  gzip on;
  gzip_types application/json;
  gzip_min_length 0;
  ssl_certificate cert.pem;
  ssl_certificate_key key.pem;
  ${servers.join('')}
}
`

async function isListening(port: number) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
}

/** Serves devices by Debian's nginx, all in one process; returns their ports in order. */
export async function startHttpDevices(devices: readonly HttpDevice[], { key, cert }: Certificate) {
  const ports = await Promise.all(devices.map(() => reservePort()))
  const folder = await mkdtemp(join(tmpdir(), 'ks-nginx-'))
  await mkdir(join(folder, 'unused'))
  const write = (name: string, text: string) => writeFile(join(folder, name), text, { mode: 0o600 })
  const servers = devices.map((device, i) => serverOf(device, ports[i] ?? 0, i))
  await Promise.all([
    write('key.pem', key),
    write('cert.pem', cert),
    write('nginx.conf', configuration(servers)),
  ])
  for (const [i, { answers }] of devices.entries()) {
    await mkdir(join(folder, `devices/${i}/answers`), { recursive: true })
    await Promise.all(
      Object.values(answers).map((answer, k) => write(`devices/${i}/answers/${k}`, JSON.stringify(answer))),
    )
  }
  const program = nginxPath()
  if (program === null) throw new Error('nginx is missing; npm test -- gateway unpacks it')
  const child = spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    env: bareEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const gone = once(child, 'exit')
  const ended = gone.then(([code]) => Promise.reject(new Error(`nginx ended with ${code}`)))
  // It listens on every port before it accepts at any.
  await Promise.race([eventually(() => isListening(ports[0] ?? 0), 5), ended])
  ended.catch(() => undefined)
  return {
    ports,
    async stop() {
      child.kill()
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
