import { setTimeout as pause } from 'node:timers/promises'
import { openDevice } from '../devices/device.ts'
import { textsFor } from '../page/language.ts'
import { namedProfile, ownProfiles } from '../profiles/load.ts'
import { type Measure, measureNames, measures } from '../profiles/measures.ts'
import type { Profile } from '../profiles/profile.ts'
import type { DeviceSettings } from '../settings/settings.ts'
import { openTransports } from '../transports/open.ts'
import { ownCertificate } from './certificate.ts'
import type { Terminal } from './terminal.ts'
import type { SetupTexts } from './texts.ts'

type Talk = { readonly terminal: Terminal; readonly texts: SetupTexts; readonly language: 'de' | 'en' }

/** A polled device answers at once; one that publishes unasked takes a while. */
const TRIES = { polled: 2, publishing: 8 }
const TRY_MS = 2000
const HOST_AND_PORT = /^(\[[0-9a-f:]{2,39}\]|[^:]{1,253}):(\d{1,5})$/i

/** Parses an address as typed, with or without a port. */
function placeIn(typed: string): { host: string; port?: number } {
  const [, host, port] = HOST_AND_PORT.exec(typed) ?? []
  return host === undefined ? { host: typed } : { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) }
}

async function chosenProfile({ terminal, texts }: Talk): Promise<Profile | null> {
  const ids = ownProfiles()
  terminal.print(texts.profiles)
  for (const [i, id] of ids.entries())
    terminal.print(`${String(i + 1).padStart(3)}  ${namedProfile(id, '').name}`)
  for (;;) {
    const typed = await terminal.ask(texts.choose)
    if (typed === '') return null
    const id = ids[Number(typed) - 1] ?? (ids.includes(typed) ? typed : undefined)
    if (id !== undefined) return namedProfile(id, '')
    terminal.print(texts.notUnderstood)
  }
}

async function askedOptions({ options }: Profile, { terminal, texts, language }: Talk) {
  const given: Record<string, string> = {}
  for (const [name, { label, default: usual, secret, optional }] of Object.entries(options)) {
    const hint = usual !== undefined ? ` [${usual}]` : optional ? ` (${texts.empty})` : ''
    const question = `${label[language]}${hint}: `
    const typed = secret ? await terminal.secret(question) : await terminal.ask(question)
    if (typed !== '') given[name] = typed
  }
  return given
}

/** Polls a new device until it has reported values, for a limited number of tries. */
async function tried(own: DeviceSettings, profile: Profile) {
  const device = openDevice(own, profile, {
    ...{
      openTransport: openTransports(),
      clock: Date.now,
      onFault: () => undefined,
      onBack: () => undefined,
    },
  })
  const { kind } = profile.transport
  const tries = kind === 'modbus' || kind === 'http' ? TRIES.polled : TRIES.publishing
  try {
    for (let i = 1; ; i += 1) {
      await device.poll()
      const status = device.status()
      if (status.values.size > 0 || i >= tries || status.fault?.code === 'option') return status
      await pause(TRY_MS)
    }
  } finally {
    await device.close()
  }
}

function isMeasure(name: string): name is Measure {
  return name in measures
}

/** Shows a device's values and asks which have the wrong sign; null if the device is not to be kept. */
async function judged(own: DeviceSettings, profile: Profile, talk: Talk): Promise<readonly Measure[] | null> {
  const { terminal, texts, language } = talk
  terminal.print(texts.trying)
  const status = await tried(own, profile)
  const pageTexts = textsFor(language)
  if (status.fault) terminal.print(`! ${pageTexts.fault[status.fault.code]} (${status.fault.message})`)
  if (status.values.size === 0) return texts.yes.test(await terminal.ask(texts.keep)) ? [] : null
  terminal.print(texts.read)
  for (const name of measureNames) {
    const value = status.values.get(name)
    if (value)
      terminal.print(
        `  ${name.padEnd(22)}${Math.round(value.value * 10) / 10} ${measures[name]}  ${pageTexts.measure[name]}`,
      )
  }
  const unsure = profile.unverified.filter((name) => status.values.has(name))
  if (unsure.length > 0) terminal.print(pageTexts.unverifiedList(unsure.join(', ')))
  return (await terminal.ask(texts.fits)).split(/[ ,]/).filter(isMeasure)
}

/** Asks for one device, tries it and shows its values; null if none is wanted. `taken`: names of other devices. */
export async function askDevice(talk: Talk, taken: readonly string[]): Promise<DeviceSettings | null> {
  const { terminal, texts, language } = talk
  const profile = await chosenProfile(talk)
  if (profile === null) return null
  terminal.print(profile.notes[language])
  const { transport } = profile
  const place = placeIn(transport.kind === 'multicast' ? '' : await terminal.ask(texts.host(profile.name)))
  const base = profile.id.split('-')[0] ?? 'device'
  const usual = taken.includes(base) ? `${base}_${taken.length + 1}` : base
  const name = (await terminal.ask(texts.name(usual))) || usual
  const unit = transport.kind === 'modbus' ? await terminal.ask(texts.unit(String(transport.unit))) : ''
  const options = await askedOptions(profile, talk)
  const certificate =
    transport.kind === 'http' && transport.scheme === 'https'
      ? await ownCertificate(place.host, place.port ?? transport.port ?? 443)
      : undefined
  if (certificate) terminal.print(texts.certificate(certificate.slice(0, 16)))
  const own: DeviceSettings = {
    ...{ name, profile: profile.id, ...place, options, invert: [] },
    ...(unit !== '' && { unit: Number(unit) }),
    ...(certificate !== undefined && { certificate }),
  }
  const inverted = await judged(own, profile, talk)
  return inverted && { ...own, invert: [...inverted] }
}
