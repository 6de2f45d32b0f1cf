import { expect, it } from 'vitest'
import { watchDisk } from './disk-watch.ts'

it('GWY-06 logs once that the disk is full, until something could be written', () => {
  const lines: string[] = []
  const disk = watchDisk((line) => lines.push(line))
  const fail = () => {
    throw new Error('database or disk is full')
  }
  for (let i = 0; i < 3; i += 1) disk.tryToWrite(fail)
  expect([disk.fault(), lines]).toEqual([
    'database or disk is full',
    ['state file: database or disk is full'],
  ])
  disk.tryToWrite(() => undefined)
  expect(disk.fault()).toBeNull()
  disk.tryToWrite(fail)
  expect(lines).toHaveLength(2)
})
