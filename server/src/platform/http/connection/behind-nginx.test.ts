import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { layOutNginx, PORTAL_HOST, UPDATES_HOST } from '@kellersonne/testing/deployed-nginx'
import { eventually } from '@kellersonne/testing/eventually'
import { listenForTest } from '@kellersonne/testing/listen'
import { nginxPath } from '@kellersonne/testing/nginx'
import { reservePort } from '@kellersonne/testing/ports'
import { bareEnvironment } from '@kellersonne/testing/run'
import { expect, it, onTestFinished } from 'vitest'

const MAIN = `
daemon off;
# One process, of the user who runs the tests: workers of another user could not read this folder.
master_process off;
pid nginx.pid;
events {}
http {
  client_body_temp_path bodies;
  proxy_temp_path proxied;
  fastcgi_temp_path unused1;
  uwsgi_temp_path unused2;
  scgi_temp_path unused3;
  include conf.d/kellersonne.conf;
}
`
/** As long as a path may be in the log. */
const LONG = 120

/** The real nginx with the files of deploy/, in front of a server that finds nothing, and breaks off what ends in `broken`. */
async function startNginx() {
  const folder = await mkdtemp(join(tmpdir(), 'ks-nginx-'))
  const sockets = new Set<Socket>()
  const server = createServer(({ url }, response) =>
    url?.endsWith('broken') ? response.destroy() : response.writeHead(404).end(),
  )
  server.on('connection', (socket) => sockets.add(socket))
  const [http, https] = [await reservePort(), await reservePort()]
  const { requests } = layOutNginx(folder, { http, https, server: await listenForTest(server, sockets) })
  await writeFile(join(folder, 'nginx.conf'), MAIN)
  const child = spawn(nginxPath() ?? 'nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    env: bareEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const gone = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await gone
    await rm(folder, { recursive: true, force: true })
  })
  const open = {
    http: () => connect(http, '127.0.0.1'),
    https: (servername: string) =>
      connectTls({ port: https, host: '127.0.0.1', servername, rejectUnauthorized: false }),
  }
  /** Resolves to the status of the answer; null if there is none. */
  async function ask(by: keyof typeof open, line: string, host = PORTAL_HOST) {
    const socket = open[by](host === UPDATES_HOST ? UPDATES_HOST : PORTAL_HOST)
    await once(socket, by === 'http' ? 'connect' : 'secureConnect')
    const lines = [`${line} HTTP/1.1`, ...(host === '' ? [] : [`Host: ${host}`]), 'Connection: close']
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    const answer = await text(socket)
    return answer === '' ? null : Number(answer.split(' ')[1])
  }
  await eventually(() => ask('http', 'GET /'), 5)
  /** Resolves to what has been logged until now. */
  async function logged() {
    await ask('https', 'GET /last')
    return eventually(() => {
      const lines = requests().trim().split('\n')
      if (!lines.at(-1)?.includes('/last')) throw new Error('not logged yet')
      return lines.slice(0, -1)
    })
  }
  async function closeServer() {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return { ask, logged, closeServer }
}

it('HND-07 nginx logs nothing that it answers itself: what it refuses, redirects, or does not understand', async () => {
  const { ask, logged } = await startNginx()
  const path = `GET /${'%ff'.repeat(LONG)}`
  expect(await ask('http', path, 'a b')).toBe(400)
  expect(await ask('http', path, '')).toBe(400)
  expect(await ask('http', 'GET /%zz')).toBe(400)
  expect(await ask('http', `GET /.well-known/acme-challenge/${'%ff'.repeat(LONG)}`)).toBe(404)
  expect(await ask('http', path)).toBe(301)
  expect(await ask('https', path, 'a b')).toBe(400)
  expect(await ask('https', `GET /${'a'.repeat(9000)}`)).toBe(414)
  expect(await logged()).toEqual([])
})

it('HND-07 nginx logs no more of a request than its beginning, and nothing of it that would be written longer', async () => {
  const { ask, logged } = await startNginx()
  expect(await ask('https', `GET /a/${'b'.repeat(1000)}?c`)).toBe(404)
  expect(await ask('https', `GET /a/${'%ff'.repeat(LONG)}`)).toBe(404)
  expect(await ask('https', `GET /b/${'%22%5c%01'.repeat(LONG)}`)).toBe(404)
  await ask('https', `${'A'.repeat(900)} /c`)
  const asked = (await logged()).map((line) => line.split('"')[1])
  expect(asked).toEqual([`GET /a/${'b'.repeat(LONG - 3)}`, 'GET /a/', 'GET /b/', '-'])
})

it('UPD-13 nginx answers nothing of its own where an image cannot be sent for now: a unit would install the text', async () => {
  const { ask, closeServer } = await startNginx()
  const image = '/default/controller/v1/1001/softwaremodules/1/artifacts'
  expect(await ask('https', `GET ${image}/missing`, UPDATES_HOST)).toBe(404)
  expect(await ask('https', `GET ${image}/broken`, UPDATES_HOST)).toBeNull()
  expect(await ask('https', 'GET /default/controller/v1/1001/broken', UPDATES_HOST)).toBe(502)
  await closeServer()
  expect(await ask('https', `GET ${image}/missing`, UPDATES_HOST)).toBeNull()
})
