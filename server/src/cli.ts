import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Job, Said } from './cli/command.ts'
import { runCli } from './cli/run.ts'
import { readConfig } from './config.ts'
import { prepareDataFolder } from './db/cluster.ts'
import { openDatabase } from './db/database.ts'
import { joinEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { readSecret } from './secret.ts'

/** Works on the same database as the server, whether that runs or not. */
async function withJob(work: (job: Job) => Promise<Said>): Promise<Said> {
  await using closings = new AsyncDisposableStack()
  const config = readConfig(process.env)
  if (config.DATABASE_URL === undefined && !existsSync(join(config.DATA_DIR, 'postgres')))
    process.stderr.write(
      `There was no Kellersonne in ${config.DATA_DIR} (DATA_DIR): a new one is made there.\n`,
    )
  const folder = await prepareDataFolder(config.DATA_DIR)
  const secret = await readSecret(config, folder)
  const embedded = config.DATABASE_URL === undefined ? await joinEmbedded(folder) : undefined
  closings.defer(async () => embedded?.stop())
  const db = openDatabase(embedded?.url ?? config.DATABASE_URL ?? '', { size: 1, patient: true })
  closings.defer(() => db.close())
  await migrate(db)
  return await work({ db, secret, now: new Date(), dataFolder: folder })
}

process.exitCode = await runCli(process.argv.slice(2), {
  withJob,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
