import { eventually } from '@kellersonne/testing/eventually'
import { expect, it, onTestFinished, vi } from 'vitest'
import { namedProfile } from '../src/profiles/load.ts'
import { CONNACK, publish } from './devices/raw-broker.ts'
import { rawServer } from './devices/raw-server.ts'
import { device } from './read-device.ts'

it('GWY-06 subscribes once, whatever a broker calls its device, and follows what has a name', async () => {
  let heard = ''
  const { port } = await rawServer((socket) => {
    socket.on('data', (bytes: Buffer) => {
      heard += bytes.toString('latin1')
    })
    socket.once('data', () => {
      socket.write(CONNACK)
      for (const name of ['', '+', '#', 'x'.repeat(65), 'c0ffee', '', 'another'])
        socket.write(publish(`N/${name}/system/0/Serial`))
    })
  })
  const opened = device({ profile: 'victron-mqtt', port })
  onTestFinished(opened.close)
  await opened.poll()
  await eventually(() => expect(heard).toContain('R/c0ffee/'))
  expect(heard.match(/N\/[^/]*\/system\/0\/Serial/g)).toEqual(['N/+/system/0/Serial'])
  expect(new Set(heard.match(/[NR]\/[^/]*\//g))).toEqual(new Set(['N/+/', 'N/c0ffee/', 'R/c0ffee/']))
})

it('GWY-06 also asks a broker for its devices again once the connection was lost', async () => {
  let [heard, connections] = ['', 0]
  const { port } = await rawServer((socket) => {
    connections += 1
    socket.on('data', (bytes: Buffer) => {
      if (connections > 1) heard += bytes.toString('latin1')
      else if (bytes.includes('R/c0ffee/')) socket.destroy()
    })
    socket.once('data', () => {
      socket.write(CONNACK)
      if (connections === 1) socket.write(publish('N/c0ffee/system/0/Serial'))
    })
  })
  const opened = device({ profile: 'victron-mqtt', port })
  onTestFinished(opened.close)
  await opened.poll()
  await eventually(() => expect(heard).toContain('R/c0ffee/'))
  expect(heard).toContain('N/+/system/0/Serial')
})

it('GWY-04 leaves the topics of a silent device when it follows another, and asks for announcements again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let heard = ''
  const { port, sockets } = await rawServer((socket) => {
    socket.on('data', (bytes: Buffer) => {
      heard += bytes.toString('latin1')
    })
    socket.once('data', () => {
      socket.write(CONNACK)
      for (const name of ['first', 'second', 'first']) socket.write(publish(`N/${name}/system/0/Serial`))
    })
  })
  const opened = device({ profile: 'victron-mqtt', port })
  onTestFinished(opened.close)
  await opened.poll()
  await eventually(() => expect(heard).toContain('R/first/'))
  const before = heard.length
  vi.setSystemTime(Date.now() + 271_000)
  await opened.poll()
  await eventually(() => expect(heard).toContain('R/second/'))
  const asked = heard.slice(before)
  const firsts = heard.slice(0, before).match(/N\/first\//g)
  expect(asked.match(/N\/first\//g)).toEqual(firsts)
  expect(asked.indexOf('N/first/')).toBeLessThan(asked.indexOf('N/+/system/0/Serial'))
  expect([...sockets].map(({ destroyed }) => destroyed)).toEqual([false])
})

it('GWY-06 says that an option is missing with which a broker would be asked for its device', async () => {
  const own = namedProfile('victron-mqtt', '/')
  const { transport } = own
  if (transport.kind !== 'mqtt' || !transport.discover) throw new Error('no discovery')
  const discover = { ...transport.discover, topic: '{missing}/+/system/0/Serial' }
  const { port } = await rawServer((socket) => socket.once('data', () => socket.write(CONNACK)))
  const opened = device({ profile: 'victron-mqtt', port }, { ...own, transport: { ...transport, discover } })
  onTestFinished(opened.close)
  await eventually(async () => {
    await opened.poll()
    expect(opened.status().fault?.code).toBe('option')
  })
})
