import type { CommandName } from '@kellersonne/core/control/commands'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Steps } from '../steps.ts'
import type { Watch } from '../watch.ts'
import type { TestBroker } from './broker.ts'
import type { ReceivedMessages } from './received.ts'

/** What somebody has to do in front of the unit. */
export type Deed = 'switch_off' | 'switch_on' | 'leave'

/** The unit under test, and all that its steps need. */
export type Bench = {
  readonly sn: SerialNumber
  /** What it should sign in with; null = any secret will do. */
  readonly secret: string | null
  readonly steps: Steps
  readonly watch: Watch
  readonly broker: TestBroker
  readonly received: ReceivedMessages
  readonly now: () => Date
  /** Ends everything. */
  readonly signal: AbortSignal
  /** Asks for a deed; null if nobody is there. Its effect is waited for. */
  readonly hands: ((deed: Deed) => void) | null
  /** How long a step may take, in ms, and one with a deed. */
  readonly deadlineMs: number
  readonly handsMs: number
  /** How long the unit may take for a command that it has accepted, in ms. */
  readonly commandMs: (name: CommandName) => number
}
