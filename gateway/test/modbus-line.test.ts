import { EventEmitter, once } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openLine } from '../src/transports/modbus/line.ts'
import { modbusDevice, reply } from './devices/raw-modbus-device.ts'

const block = { unit: 1, function: 'holding', start: 10, count: 1 } as const
const LIMIT_MS = 300

it('GWY-06 gives each request to a Modbus device the whole time limit, after others and after a pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const device = new EventEmitter()
  const port = await modbusDevice((request, socket) => {
    device.emit('asked', () => socket.write(reply(request, '03020001')))
  })
  const line = openLine({ framing: 'tcp', timeout_ms: LIMIT_MS, host: '127.0.0.1', port })
  onTestFinished(line.close)
  await line.connect(new AbortController().signal)

  async function answeredAfter(ms: number) {
    const asked = once(device, 'asked')
    const answer = line.ask(block)
    const [send] = await asked
    vi.advanceTimersByTime(ms)
    send()
    return answer
  }
  expect(await answeredAfter(LIMIT_MS - 1)).toEqual(Buffer.from('0001', 'hex'))
  expect(await answeredAfter(LIMIT_MS - 1)).toEqual(Buffer.from('0001', 'hex'))
  vi.advanceTimersByTime(10 * LIMIT_MS)
  expect(await answeredAfter(LIMIT_MS - 1)).toEqual(Buffer.from('0001', 'hex'))
  await expect(answeredAfter(LIMIT_MS)).rejects.toThrow('timeout')
})

it('GWY-06 refuses a request at once on a connection that the device has closed meanwhile', async () => {
  const port = await modbusDevice(
    () => undefined,
    (socket) => socket.destroy(),
  )
  const line = openLine({ framing: 'tcp', timeout_ms: LIMIT_MS, host: '127.0.0.1', port })
  await line.connect(new AbortController().signal)
  await expect.poll(line.isOpen).toBe(false)
  await expect(line.ask(block)).rejects.toThrow('closed')
})
