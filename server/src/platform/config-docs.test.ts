import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { environmentReference, file } from '../../../scripts/environment.ts'

it('HND-01 the reference of the environment is what the schemas read (node scripts/environment.ts)', async () => {
  expect(await readFile(file, 'utf8')).toBe(environmentReference())
})
