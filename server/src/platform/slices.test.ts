import { expect, it } from 'vitest'
import { openSlices } from './slices.ts'

it('ALR-28 work is divided by the time that it takes, and others go first', async () => {
  let now = 0
  const slices = openSlices(() => now)
  now = 7
  expect(slices.isOver()).toBe(false)
  now = 8
  expect(slices.isOver()).toBe(true)
  const order: string[] = []
  setImmediate(() => order.push('another'))
  await slices.next()
  expect([...order, slices.isOver()]).toEqual(['another', false])
})

it('FCT-09 F14 work in steps returns its result, and others go first between slices', async () => {
  let now = 0
  const order: string[] = []
  setImmediate(() => order.push('another'))
  function* work() {
    for (const step of ['a', 'b', 'c']) {
      now += 4
      order.push(step)
      yield
    }
    return 'done'
  }
  expect(await openSlices(() => now).finish(work())).toBe('done')
  expect(order).toEqual(['a', 'b', 'another', 'c'])
})

it('CHT-08 F14 a list is mapped in order, and others go first between slices', async () => {
  let now = 0
  const order: string[] = []
  setImmediate(() => order.push('another'))
  const made = await openSlices(() => now).map(['a', 'b', 'c'], (item, i) => {
    now += 4
    order.push(item)
    return `${item}${i}`
  })
  expect(made).toEqual(['a0', 'b1', 'c2'])
  expect(order).toEqual(['a', 'b', 'another', 'c'])
})
