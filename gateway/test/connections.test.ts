import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
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

it('GWY-10 one request is answered on a connection, and who sends many at once is refused for a second', async () => {
  const running = await gateway({ broker: 'mqtt://127.0.0.1:9', devices: [] })
  let now = Date.now()
  let reports = 0
  const status = () => {
    reports += 1
    return running.status()
  }
  const { port, close } = await openPage({ port: 0, names: [], status, clock: () => now })
  onTestFinished(close)
  async function answersTo(requests: string, localAddress = '127.0.0.2') {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined)
    socket.write(requests)
    return (await text(socket).catch(() => '')).split('HTTP/1.1 200').length - 1
  }
  const one = 'GET /check HTTP/1.1\r\nHost: localhost\r\n\r\n'
  expect(await answersTo(one.repeat(1000))).toBe(1)
  expect(reports).toBe(1)
  expect(await answersTo(one)).toBe(0)
  expect(await answersTo(one, '127.0.0.3')).toBe(1)
  now += 1000
  expect(await answersTo(one)).toBe(1)
})
