import type { DeviceStatus } from '../devices/device.ts'
import { type Measure, measures } from '../profiles/measures.ts'
import type { GatewayStatus } from '../uplink/gateway.ts'
import type { Texts } from './texts/en.ts'

type Tone = 'ok' | 'warn' | 'plain'
export type Line = { readonly tone: Tone; readonly text: string }
export type Row = readonly string[]
/** A device as page and terminal show it. */
export type DeviceReport = {
  readonly name: string
  readonly profile: string
  readonly host: string
  readonly lines: readonly Line[]
  readonly values: readonly Row[]
  readonly raw: readonly Row[]
}
export type Report = {
  readonly sn: string
  readonly time: string
  readonly lines: readonly Line[]
  readonly values: readonly Row[]
  readonly devices: readonly DeviceReport[]
}

const SECOND = 1000
const DIGITS = { W: 0, Wh: 0, '%': 1, V: 1, '°C': 1 } as const
const warn = (text: string): Line => ({ tone: 'warn', text })

function formatted(language: string, measure: Measure, value: number): string {
  const unit = measures[measure]
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: DIGITS[unit] })
  return `${number.format(value)} ${unit}`
}
const ageOf = (texts: Texts, at: number, now: number) =>
  texts.seconds(Math.max(0, Math.round((now - at) / SECOND)))

function signLines(texts: Texts, { signs, values }: GatewayStatus): Line[] {
  if (!values.has('grid_w') && !values.has('battery_w') && signs.verdict === 'open') return []
  if (signs.verdict !== 'wrong')
    return [{ tone: signs.verdict === 'right' ? 'ok' : 'plain', text: texts.signs[signs.verdict] }]
  const powers = signs.invert.map((power) => texts.measure[power]).join(', ')
  return [warn(texts.signs.wrong), warn(powers === '' ? texts.signUnclear : texts.signFix(powers))]
}

function systemLines(texts: Texts, status: GatewayStatus): Line[] {
  const { up, uplink, held, disk, clockAhead, heldBack } = status
  const lost = Object.values(disk.lost).reduce((sum, readings) => sum + readings, disk.dropped)
  const portal = uplink.fault ?? (up ? 'up' : 'down')
  return [
    { tone: portal === 'up' ? 'ok' : portal === 'down' ? 'plain' : 'warn', text: texts.portal[portal] },
    { tone: 'plain', text: held > (up ? 1 : 0) ? texts.waiting(held) : texts.nothingWaits },
    ...(clockAhead === 0 ? [] : [warn(texts.clock)]),
    ...(disk.fault === null ? [] : [warn(`${texts.diskFull} (${disk.fault})`)]),
    ...(lost === 0 ? [] : [warn(texts.lost(lost))]),
    ...signLines(texts, status),
    ...(heldBack === 0 ? [] : [{ tone: 'plain' as const, text: texts.heldBack(heldBack) }]),
  ]
}

function deviceReport(texts: Texts, device: DeviceStatus, now: number): DeviceReport {
  const { profile, host, fault, answeredAt, values, raw } = device
  const unsure = profile.unverified.filter((measure) => device.able.has(measure))
  const answered =
    answeredAt === null ? texts.neverAnswered : texts.answered(Math.round((now - answeredAt) / SECOND))
  return {
    ...{ name: device.name, profile: profile.name, host },
    lines: [
      { tone: fault === null && answeredAt !== null ? 'ok' : 'plain', text: answered },
      ...(fault === null
        ? []
        : [warn(texts.fault[fault.code]), { tone: 'plain' as const, text: fault.message }]),
      ...(unsure.length === 0
        ? []
        : [
            {
              tone: 'plain' as const,
              text: texts.unverifiedList(unsure.map((one) => texts.measure[one]).join(', ')),
            },
          ]),
    ],
    values: [...values].map(([measure, { value, at }]) => [
      texts.measure[measure],
      formatted(texts.language, measure, value),
      ageOf(texts, at, now),
    ]),
    raw: [...raw].map(([name, field]) => [
      name,
      field.raw(),
      field.value === null
        ? '–'
        : typeof field.value === 'number'
          ? String(Math.round(field.value * 1000) / 1000)
          : String(field.value).slice(0, 40),
      ageOf(texts, field.at, now),
    ]),
  }
}

/** Describes a gateway's status in words. Contains no secrets: only names and addresses from the settings. */
export function reportOf(status: GatewayStatus, texts: Texts, now: number): Report {
  const { values, summed, devices } = status
  return {
    sn: status.sn,
    time: texts.refreshed(new Date(now).toLocaleString(texts.language)),
    lines: systemLines(texts, status),
    values: [
      ...[...values].map(([measure, { value, at, from }]) => [
        texts.measure[measure],
        formatted(texts.language, measure, value),
        from.join(', '),
        ageOf(texts, at, now),
      ]),
      ...[...summed].map((counter) => [texts.measure[counter], '', texts.summed, '']),
    ],
    devices: devices.map((device) => deviceReport(texts, device, now)),
  }
}
