import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { startFault } from './cluster.ts'

it('HND-34 a database that does not start on a full disk says so, though it cannot write a log', async () => {
  expect(await startFault('LOG:  starting\nFATAL:  lock file is empty\n', tmpdir())).toBe(
    'FATAL:  lock file is empty',
  )
  // A file system without blocks, as is a full one.
  expect(await startFault('', '/proc')).toBe('the disk of /proc is full.')
  expect(await startFault('', tmpdir())).toBe('it has written nothing into its log.')
})
