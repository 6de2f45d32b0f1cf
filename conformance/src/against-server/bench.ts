import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { CannotRun } from '../report.ts'
import type { Steps } from '../steps.ts'
import { type Client, openClient, type Target } from './client.ts'

/** The server under test, and the unit that is played. */
export type Bench = {
  readonly sn: SerialNumber
  readonly secret: string
  readonly target: Target
  readonly steps: Steps
  readonly now: () => Date
}

/** How the server refuses a sign-in; 3 may pass. */
const reasons: Readonly<Record<string, string>> = {
  3: 'it cannot look up the secret now (3)',
  4: 'serial number or secret are wrong (4)',
  5: 'it is not allowed (5)',
  closed: 'it closed the connection',
}

/** Opens a connection that is signed in. Rejects with `CannotRun` if the server refuses. */
export async function signedIn({ sn, secret, target }: Bench, signal: AbortSignal): Promise<Client> {
  const client = await openClient(target, signal)
  const code = await client.signIn({ clientId: sn, username: sn, password: Buffer.from(secret) }, signal)
  if (code === 0) return client
  client.cut()
  throw new CannotRun(`The server does not let ${sn} in: ${reasons[code] ?? `code ${code}`}.`)
}
