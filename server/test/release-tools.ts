import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import * as z from 'zod/mini'
import type { Job } from '../src/operations/cli/command.ts'
import { commandLine, OPERATOR } from './cli.ts'
import { testDatabase } from './database/database.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const NOTES = ['--notes-de', 'Lädt schneller', '--notes-en', 'Charges faster']

/** A server's database and data folder, which believe the key `operator`, and the commands around releases. */
export function releaseTools() {
  let test: Awaited<ReturnType<typeof testDatabase>>
  let folder: string
  beforeAll(async () => {
    test = await testDatabase()
    folder = await mkdtemp(join(tmpdir(), 'ks-release-'))
    expect((await cli('key', 'create', path('operator'))).code).toBe(0)
    expect((await cli('key', 'add', path('operator.pub'))).code).toBe(0)
  })
  afterAll(async () => {
    await test.close()
    await rm(folder, { recursive: true, force: true })
  })
  const path = (name: string) => join(folder, name)
  /** Runs a command as somebody, who may need another one. */
  const as = (name: string, args: readonly string[], job: Partial<Job> = {}) =>
    commandLine(
      args,
      { db: test.db, now: NOW, dataFolder: join(folder, 'data'), ...job },
      { operator: { ...OPERATOR, name } },
    )
  const cli = (...args: string[]) => as(OPERATOR.name, args)
  /** Runs a command that works without a server; resolves to its exit code. */
  const offline = async (...args: string[]) => (await commandLine(args, null)).code
  return {
    ...{ NOW, NOTES, path, as, cli, offline },
    db: () => test.db,
    async image(name: string, bytes = randomBytes(5000)) {
      await writeFile(path(name), bytes)
      return path(name)
    },
    sign: (chip: string, version: string, file: string, key = 'operator') =>
      offline('release', 'sign', chip, version, file, '--key', path(key)),
    publish: (chip: string, version: string, file: string, ...more: string[]) =>
      cli('release', 'publish', chip, version, file, ...NOTES, ...more),
    listed: async () =>
      z
        .array(z.looseObject({ chip: z.string(), version: z.string(), state: z.string(), share: z.int() }))
        .parse(JSON.parse((await cli('release', 'list', '--json')).out)),
    /** Resolves to the hashes of the stored images. */
    kept: () => readdir(join(folder, 'data', 'images')).catch(() => []),
  }
}
