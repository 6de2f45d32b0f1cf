import { existsSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { readConfig, StartupError } from '../platform/config.ts'
import { prepareDataFolder } from '../platform/db/cluster.ts'
import { openDatabase } from '../platform/db/database.ts'
import { joinEmbedded } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { readSecret } from '../platform/secret.ts'
import type { CommandOutput, Job, Place } from './cli/command.ts'
import { runCli } from './cli/run.ts'

/** Opens the server's database and data folder, whether or not the server is running. */
async function withPlace<T>(work: (place: Place) => Promise<T>): Promise<T> {
  await using closings = new AsyncDisposableStack()
  const config = readConfig(process.env)
  const { DATABASE_URL, SECRET } = config
  if (DATABASE_URL === undefined && !existsSync(join(config.DATA_DIR, 'postgres')))
    process.stderr.write(
      `There was no Kellersonne in ${config.DATA_DIR} (DATA_DIR): a new one is made there.\n`,
    )
  const dataFolder = await prepareDataFolder(config.DATA_DIR)
  const embedded = DATABASE_URL === undefined ? await joinEmbedded(dataFolder) : undefined
  closings.defer(async () => embedded?.stop())
  return await work({
    url: embedded?.url ?? DATABASE_URL ?? '',
    dataFolder,
    givenSecret: SECRET,
    keepsSecret: SECRET === undefined && DATABASE_URL === undefined,
    readSecret: () => readSecret(config, dataFolder),
    approvals: config.APPROVALS,
    now: new Date(),
  })
}

/** Opens the database with the newest schema, as the server does. */
const withJob = (work: (job: Job) => Promise<CommandOutput>): Promise<CommandOutput> =>
  withPlace(async (place) => {
    const secret = await place.readSecret()
    const db = openDatabase(place.url, { size: 1, patient: true })
    try {
      await migrate(db)
      return await work({ ...place, db, secret })
    } finally {
      await db.close()
    }
  })

function readBroker() {
  const { BROKER_URL, BROKER_MANAGEMENT_URL } = readConfig(process.env)
  if (BROKER_URL === undefined)
    throw new StartupError('There is no BROKER_URL: the embedded broker has nothing to check.')
  return { BROKER_URL, BROKER_MANAGEMENT_URL }
}

/** Who runs the tool, before sudo, and from where: the address of an SSH client, else this host. */
const operatorOf = (env: NodeJS.ProcessEnv) => ({
  name: env['SUDO_USER'] ?? userInfo().username,
  origin: env['SSH_CONNECTION']?.split(' ')[0] ?? hostname(),
})

process.exitCode = await runCli(process.argv.slice(2), {
  operator: operatorOf(process.env),
  withJob,
  withPlace,
  readBroker,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
