import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eventually } from '@kellersonne/testing/eventually'
import { expect, it, onTestFinished } from 'vitest'
import { openPage } from '../src/page/server.ts'
import { gateway } from './running.ts'

it('GWY-10 requests that are half-sent keep nobody from the status page', async () => {
  const running = await gateway({ broker: 'mqtt://127.0.0.1:9', devices: [] })
  const { port, close } = await openPage({ port: 0, names: [], status: running.status, clock: Date.now })
  onTestFinished(close)
  async function halfSent(host: string) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: host })
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write('GET / HTTP/1.1\r\nHost: lo')
    return socket
  }
  const ofOne: Socket[] = []
  for (let i = 0; i < 12; i += 1) ofOne.push(await halfSent('127.0.0.2'))
  await eventually(() => expect(ofOne.filter(({ destroyed }) => destroyed)).toEqual(ofOne.slice(0, 4)))
  for (let i = 3; i < 70; i += 1) await halfSent(`127.0.0.${i}`)
  const answer = await fetch(`http://127.0.0.1:${port}/check`)
  expect(answer.status).toBe(200)
})
