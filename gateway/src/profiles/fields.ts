import { filled } from '../transports/options.ts'
import type { Transport } from './profile.ts'

/** Returns the texts of a field that may refer to options; the field exists only if all of these have values. */
function textsOf(transport: Transport): [string, readonly string[]][] {
  switch (transport.kind) {
    case 'modbus':
      return [
        ...Object.entries({ ...transport.registers, ...transport.sunspec }).map(
          ([name, { unit }]): [string, string[]] => [name, [String(unit ?? '')]],
        ),
        ...Object.entries(transport.described).map(([name, text]): [string, string[]] => [name, [text]]),
      ]
    case 'http':
      return Object.entries(transport.fields).map(([name, { path, request }]) => [
        name,
        [path, transport.requests[request]?.path ?? ''],
      ])
    case 'mqtt':
      return Object.entries(transport.fields).map(([name, { topic, path }]) => [name, [topic, path ?? '']])
    case 'home_assistant':
      return Object.entries(transport.fields).map(([name, { entity }]) => [name, [entity]])
    case 'multicast':
      return Object.keys(transport.fields).map((name) => [name, []])
  }
}

/** Returns the names of the fields that a device can have by its profile and options. */
export function fieldNames(
  transport: Transport,
  options: Readonly<Record<string, string>>,
): ReadonlySet<string> {
  const found = transport.kind === 'mqtt' && transport.discover ? { [transport.discover.option]: '?' } : {}
  const known = {
    ...found,
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== '')),
  }
  const there = textsOf(transport).filter(([, texts]) => texts.every((text) => filled(text, known) !== null))
  return new Set(there.map(([name]) => name))
}
