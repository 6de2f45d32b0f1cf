import type { Command } from 'commander'
import * as z from 'zod/mini'
import { type CheckedFault, checkBroker } from '../../platform/broker/rabbitmq/check/check.ts'
import { addOffline, type Context } from './command.ts'

const describeFault = ({ sentence, mended, left }: CheckedFault) =>
  `${mended ? '[mended] ' : ''}${sentence}${left === undefined ? '' : ` Not mended: ${left}.`}`

/** `broker`. */
export function brokerCommands(program: Command, { print, readBroker }: Context): void {
  const broker = program.command('broker').description('the RabbitMQ named by BROKER_URL')
  addOffline(broker, print, {
    usage: 'check',
    summary: 'what is missing or wrong, a sentence each; exit code 1 if anything is left',
    options: { '--fix': 'mend what can be mended: queues, bindings, members, permissions' },
    input: z.object({ fix: z._default(z.boolean(), false) }),
    async work({ fix }) {
      const faults = await checkBroker(readBroker(), fix)
      return {
        json: faults,
        text: faults.map(describeFault).join('\n') || 'Nothing is missing.',
        isFault: faults.some(({ mended }) => !mended),
      }
    },
  })
}
