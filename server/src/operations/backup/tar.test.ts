import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { type Entry, entryOf, readAll, readTar, writeTar } from './tar.ts'

async function* oneOf(entry: Entry) {
  yield entry
}
const written = (name: string, content = '') =>
  readAll(writeTar(oneOf(entryOf(name, Buffer.from(content))), new Date('2026-11-21T10:00:00Z')))

describe('a tar', () => {
  it('HND-03 has the size of a file between its group and its time, as the format demands', async () => {
    const header = (await written('manifest.json', 'hello'.repeat(20))).toString('latin1', 116, 148)
    expect(header.split('\0')).toEqual(['0000000', '00000000144', expect.stringMatching(/^[0-7]{11}$/), ''])
  })

  it('HND-03 accepts names of up to a hundred bytes', async () => {
    for await (const { name } of readTar(Readable.from([await written('n'.repeat(100))])))
      expect(name).toBe('n'.repeat(100))
    await expect(written('n'.repeat(101))).rejects.toThrow('too long a name')
  })
})
