import { DeviceFault } from './fault.ts'

const OPTION = /\{([a-z][a-z0-9_]{0,39})\}/g

export type Options = Readonly<Record<string, string>>

/** Replaces `{option}` in a text; null if one of the options has no value. */
export function filled(text: string, options: Options): string | null {
  const missing = [...text.matchAll(OPTION)].some(([, name = '']) => (options[name] ?? '') === '')
  return missing ? null : text.replaceAll(OPTION, (_all, name: string) => options[name] ?? '')
}

/** As `filled`, but throws `DeviceFault` if an option has no value. */
export function required(text: string, options: Options): string {
  const whole = filled(text, options)
  if (whole === null) throw new DeviceFault('option', text)
  return whole
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Replaces options in every text of a JSON value. */
export function filledJson(value: Json, options: Options): Json {
  if (typeof value === 'string') return required(value, options)
  if (Array.isArray(value)) return value.map((part) => filledJson(part, options))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, filledJson(part, options)]))
}
