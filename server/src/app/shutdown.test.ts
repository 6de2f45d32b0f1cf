import { expect, it } from 'vitest'
import { createShutdown } from './shutdown.ts'

it('HND-01 closes one part after the other, the last opened first, all of them where some fail', async () => {
  const { onClose, close } = createShutdown()
  const order: string[] = []
  const part = (name: string, fault?: Error) =>
    onClose(async () => {
      order.push(`${name} begins`)
      await new Promise((done) => setImmediate(done))
      order.push(`${name} ends`)
      if (fault) throw fault
    })
  part('database')
  part('broker', new Error('the second fault'))
  part('api', new Error('the first fault'))
  await expect(close()).rejects.toThrow('the first fault')
  expect(order).toEqual(['api', 'broker', 'database'].flatMap((name) => [`${name} begins`, `${name} ends`]))
  await expect(close()).rejects.toThrow('the first fault')
  expect(order).toHaveLength(6)
})
