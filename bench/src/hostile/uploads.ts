import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { changePicture } from '@kellersonne/contract/identity/accounts'
import { openSharedDatabase } from '../lib/database.ts'
import { makeOwners } from '../lib/fleet.ts'
import { signInAs } from '../lib/owner.ts'
import { memoryOf } from '../lib/processes.ts'
import { report } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import type { Stage } from '../lib/stage.ts'

const UPLOADS = 200
const OWNERS = 20
const FILE_BYTES = 5 * 1024 * 1024
const MEGABYTE = 1_000_000
const HEAD = '--b\r\ncontent-disposition: form-data; name="picture"; filename="a.png"\r\n\r\n'
const LOOK_MS = 250
/** The server waits two minutes for a complete request and checks every five seconds. */
const HELD_MS = 130_000
/** How long it is given to settle before. */
const SETTLED_MS = 9000

/** Announces a picture of 5 MiB and never sends its last byte. */
function holdUp(port: number, access: string): Socket {
  const heads = [
    ...['host: x', `authorization: Bearer ${access}`, 'content-type: multipart/form-data; boundary=b'],
    `content-length: ${HEAD.length + FILE_BYTES}`,
  ]
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write(`POST ${changePicture.path} HTTP/1.1\r\n${heads.join('\r\n')}\r\n\r\n${HEAD}`)
  socket.write(Buffer.alloc(FILE_BYTES - 1))
  return socket.resume()
}

/** Two hundred uploads without their last byte: measures the server's memory, and whether it is reused. */
export async function hostileUploads(stage: Stage): Promise<void> {
  const { db, env } = await openSharedDatabase(stage)
  const emails = await makeOwners(db, [], OWNERS)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env }, ['--optimize-for-size'])
  stage.onEnd(() => stop(server))
  const owners = await Promise.all(emails.map((email) => signInAs(email, `http://127.0.0.1:${ports.http}`)))
  const memory = () => memoryOf([server.pid ?? 0]) / MEGABYTE
  await sleep(SETTLED_MS)
  const before = memory()
  let open = 0
  async function wave() {
    const sockets = Array.from({ length: UPLOADS }, (_, i) =>
      holdUp(ports.http, owners[i % OWNERS]?.access ?? ''),
    )
    open += UPLOADS
    for (const socket of sockets) socket.once('close', () => (open -= 1))
    let most = before
    for (const until = performance.now() + HELD_MS; performance.now() < until; await sleep(LOOK_MS))
      most = Math.max(most, memory())
    return most
  }
  const most = await wave()
  const after = memory()
  const again = await wave()
  report(`hostile: ${UPLOADS} uploads of ${OWNERS} owners without their last byte, 5 MiB each`, [
    { name: 'floor: the server before', value: before, unit: 'MB' },
    { name: 'additional memory', value: most - before, unit: 'MB', target: { atMost: 100 } },
    {
      name: 'left once they are timed out',
      value: after - before,
      unit: 'MB',
      note: 'spent, until V8 needs it',
    },
    {
      name: 'additional memory, the same once more',
      value: again - before,
      unit: 'MB',
      target: { atMost: 100 },
    },
    { name: 'ratio, at its most', value: most / before, unit: '' },
    { name: 'connections still open', value: open, unit: '', target: { atMost: 0 } },
  ])
}
