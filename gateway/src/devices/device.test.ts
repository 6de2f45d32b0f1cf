import { expect, it, onTestFinished, vi } from 'vitest'
import { checkedProfile } from '../profiles/load.ts'
import type { Fields } from '../transports/transport.ts'
import { openDevice } from './device.ts'

const LIMIT_MS = 15_000
const profile = checkedProfile('test', {
  ...{ version: 1, id: 'test', name: 'test', notes: { de: '', en: '' }, sources: ['test'] },
  transport: { kind: 'modbus', registers: { grid: { address: 0, type: 'u16' } } },
  values: { grid_w: 'grid' },
})
const fields: Fields = new Map([['grid', { value: 5, at: 0, raw: () => '' }]])

it('GWY-06 gives each poll of a device the same time, after others and after a pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let answer: (found: Fields) => void = () => undefined
  const device = openDevice({ name: 'device', profile: 'test', host: '', options: {}, invert: [] }, profile, {
    openTransport: () => ({
      read(signal) {
        signal.throwIfAborted()
        const { promise, resolve, reject } = Promise.withResolvers<Fields>()
        answer = resolve
        signal.addEventListener('abort', () => reject(signal.reason))
        return promise
      },
      close: async () => undefined,
    }),
    ...{ clock: () => 0, onFault: () => undefined, onBack: () => undefined },
  })
  async function faultAfter(ms: number) {
    const polled = device.poll()
    vi.advanceTimersByTime(ms)
    answer(fields)
    await polled
    return device.status().fault?.code ?? null
  }
  expect(await faultAfter(LIMIT_MS - 1)).toBe(null)
  expect(await faultAfter(LIMIT_MS - 1)).toBe(null)
  vi.advanceTimersByTime(4 * LIMIT_MS)
  expect(await faultAfter(LIMIT_MS - 1)).toBe(null)
  expect(await faultAfter(LIMIT_MS)).toBe('timeout')
  expect(await faultAfter(LIMIT_MS - 1)).toBe(null)
})

it('GWY-06 goes by what a device has shown as soon as the clock is put back', async () => {
  let now = 4 * 365 * 86_400_000
  const many = checkedProfile('test', {
    ...profile,
    values: { grid_w: 'grid', pv_w: 'grid_of_another_model' },
    transport: {
      kind: 'modbus',
      registers: {
        grid: { address: 0, type: 'u16' },
        grid_of_another_model: { address: 1, type: 'u16' },
      },
    },
  })
  const device = openDevice({ name: 'device', profile: 'test', host: '', options: {}, invert: [] }, many, {
    openTransport: () => ({ read: async () => fields, close: async () => undefined }),
    ...{ clock: () => now, onFault: () => undefined, onBack: () => undefined },
  })
  await device.poll()
  expect([...device.status().able]).toEqual(['grid_w'])
  now = 0
  await device.poll()
  expect([...device.status().able]).toEqual(['grid_w'])
})
