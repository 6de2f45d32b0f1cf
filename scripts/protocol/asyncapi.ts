import { topics } from '@kellersonne/contract/telemetry/device'
import { SERIAL_NUMBER, serialNumber } from '@kellersonne/core/systems/systems'
import type { Message } from './message.ts'
import { type MessageName, messages } from './messages.ts'
import { schemaOf } from './schemas.ts'

type Channel = {
  readonly name: keyof typeof topics
  readonly message: MessageName
  readonly from: 'unit' | 'server'
}
const channels: readonly Channel[] = [
  { name: 'reading', message: 'readings', from: 'unit' },
  { name: 'state', message: 'state', from: 'unit' },
  { name: 'online', message: 'online', from: 'unit' },
  { name: 'outcome', message: 'outcome', from: 'unit' },
  { name: 'command', message: 'command', from: 'server' },
  { name: 'refused', message: 'refused', from: 'server' },
  { name: 'forecast', message: 'forecast', from: 'server' },
]

/** A serial number in whose place addresses have a parameter. */
const PLACE = 'UNIT'
const unit = serialNumber(PLACE)
if (unit === null) throw new Error(`${PLACE} is no serial number`)

const messageOf = ({ title, summary, examples, ...more }: Message) => {
  const { $schema, ...payload } = schemaOf({ title, summary, examples, ...more })
  return {
    title,
    summary,
    contentType: 'application/json',
    payload,
    examples: examples.map((example) => ({ payload: example })),
  }
}

/** The AsyncAPI document of everything that goes over MQTT, as the server sees it: it receives what units send. */
export const asyncApi = () => ({
  asyncapi: '3.0.0',
  info: {
    title: 'Kellersonne device protocol',
    version: '1.0.0',
    description: 'Telemetry and commands of storage units over MQTT 3.1.1. See docs/device-protocol.md.',
  },
  defaultContentType: 'application/json',
  servers: {
    tls: {
      host: 'portal.example:8883',
      protocol: 'secure-mqtt',
      protocolVersion: '3.1.1',
      description: 'User name and client id are the serial number, the password is the unit’s secret.',
      security: [{ $ref: '#/components/securitySchemes/secret' }],
    },
  },
  channels: Object.fromEntries(
    channels.map(({ name, message }) => [
      name,
      {
        address: topics[name].of(unit).replace(PLACE, '{sn}'),
        messages: { [message]: { $ref: `#/components/messages/${message}` } },
        parameters: { sn: { $ref: '#/components/parameters/sn' } },
      },
    ]),
  ),
  operations: Object.fromEntries(
    channels.map(({ name, message, from }) => [
      from === 'unit' ? `receive_${name}` : `send_${name}`,
      {
        action: from === 'unit' ? 'receive' : 'send',
        summary: messages[message].summary,
        channel: { $ref: `#/channels/${name}` },
        messages: [{ $ref: `#/channels/${name}/messages/${message}` }],
        bindings: { mqtt: { qos: 1, retain: false, bindingVersion: '0.2.0' } },
      },
    ]),
  ),
  components: {
    parameters: { sn: { description: `Serial number of the unit: \`${SERIAL_NUMBER.source}\`.` } },
    securitySchemes: {
      secret: { type: 'userPassword', description: 'The serial number and the unit’s own secret.' },
    },
    messages: Object.fromEntries(channels.map(({ message }) => [message, messageOf(messages[message])])),
  },
})
