import { isDeepStrictEqual } from 'node:util'
import { declarations, MEMBERS, type QueueDeclaration } from '../queues.ts'
import type { Facts, FoundQueue } from './facts.ts'
import type { BrokerFault } from './fault.ts'

/** What a policy must not do to our queues: each of these loses messages. */
const LOSING = ['message-ttl', 'max-length', 'max-length-bytes', 'expires', 'dead-letter-exchange']

/** Names each argument that differs, as it is and as it must be. */
const differences = (is: Readonly<Record<string, unknown>>, must: Readonly<Record<string, unknown>>) =>
  [...new Set([...Object.keys(must), ...Object.keys(is)])]
    .filter((key) => !isDeepStrictEqual(is[key], must[key]))
    .map((key) => `${key} is ${is[key] ?? 'not set'} in place of ${must[key] ?? 'not set'}`)

function faultsOf(found: FoundQueue, wanted: QueueDeclaration, running: readonly string[]): BrokerFault[] {
  const { name, members, online } = found
  const faults: BrokerFault[] = []
  const other = differences(found.arguments, wanted.arguments)
  if (!found.durable) other.push('it is not durable')
  if (other.length > 0)
    faults.push({
      ...{ code: 'queue_differs', of: name },
      sentence: `The queue ${name} exists otherwise than Kellersonne declares it (${other.join('; ')}): stop all processes with the role ingest, empty it, delete it with rabbitmqctl delete_queue ${name}, and start them again.`,
    })
  const policies = Object.keys(found.effective_policy_definition ?? {}).filter((key) => LOSING.includes(key))
  if (policies.length > 0)
    faults.push({
      ...{ code: 'policy_loses', of: name },
      sentence: `The policy ${found.policy ?? found.operator_policy ?? ''} sets ${policies.join(', ')} for the queue ${name}, which loses messages: exclude queues that begin with kellersonne.`,
    })
  const unbound = wanted.bindings.filter((key) => !found.bindings.includes(key))
  if (unbound.length > 0)
    faults.push({
      ...{ code: 'binding_missing', of: name },
      sentence: `The queue ${name} does not get ${unbound.join(', ')}.`,
      mend: { kind: 'bind', queue: name, keys: unbound },
    })
  if (other.length > 0) return faults
  if (2 * online.length <= members.length)
    faults.push({
      ...{ code: 'queue_without_majority', of: name },
      sentence: `Only ${online.length} of ${members.length} members of the queue ${name} run, which is no majority: it accepts nothing. Start their nodes.`,
    })
  const wantedMembers = Math.min(MEMBERS, running.length)
  const nodes = running.filter((node) => !members.includes(node)).slice(0, wantedMembers - members.length)
  if (members.length < wantedMembers)
    faults.push({
      ...{ code: 'members_few', of: name },
      sentence: `The queue ${name} has ${members.length} of ${wantedMembers} members: it stops with ${members.join(' or ')}.`,
      mend: { kind: 'grow', queue: name, nodes },
    })
  return faults
}

/** Lists what is wrong with our queues. */
export function queueFaults({ queues, nodes }: Facts): BrokerFault[] {
  const running = nodes.flatMap(({ name, running }) => (running ? [name] : []))
  return declarations.flatMap((wanted) => {
    const found = queues.find(({ name }) => name === wanted.name)
    if (found) return faultsOf(found, wanted, running)
    const sentence = `There is no queue ${wanted.name}.`
    return [{ code: 'queue_missing', of: wanted.name, sentence, mend: { kind: 'declare', queue: wanted } }]
  })
}
