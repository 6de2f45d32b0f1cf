import { listSystems, serialNumber } from '@kellersonne/contract/systems/systems'
import { TOTAL } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'

/** Options for the sidebar's background and title colours; `primary` is the default (SHL-05). */
export const sidebarBackgrounds = ['primary', 'clay', 'moss', 'slate', 'plum'] as const
export const sidebarTitles = ['primary', 'amber', 'rose', 'mint', 'sky'] as const

/** One entry in the browser's storage; `null` = missing or unreadable. */
export type Slot<T> = {
  readonly area: Area
  readonly key: string
  get(): T | null
  set(value: T | null): void
}
type Codec<T> = { read(text: string): T | null; write(value: T): string }
type Area = 'localStorage' | 'sessionStorage'

/** Fallback for values that cannot be written (private mode, quota); lasts as long as the page. */
const memoryFallback = new Map<string, string>()

function read(area: Area, key: string): string | null {
  try {
    return memoryFallback.get(key) ?? window[area].getItem(key)
  } catch {
    return memoryFallback.get(key) ?? null
  }
}

function write(area: Area, key: string, text: string | null) {
  memoryFallback.delete(key)
  try {
    if (text === null) window[area].removeItem(key)
    else window[area].setItem(key, text)
  } catch {
    if (text !== null) memoryFallback.set(key, text)
  }
}

const slot = <T>(area: Area, key: string, codec: Codec<T>): Slot<T> => ({
  area,
  key,
  get() {
    const text = read(area, key)
    return text === null ? null : codec.read(text)
  },
  set: (value) => write(area, key, value === null ? null : codec.write(value)),
})

/** Tokens travel in a header: anything not allowed there is not a token. */
const token: Codec<string> = {
  read: (value) => (/^[\x21-\x7e]+$/.test(value) ? value : null),
  write: (value) => value,
}
const flag: Codec<boolean> = {
  read: (value) => (value === 'true' ? true : value === 'false' ? false : null),
  write: String,
}
/** 'true' = German, any other value = English (SHL-09). */
const booleanText: Codec<boolean> = { read: (value) => value === 'true', write: String }
const text: Codec<string> = { read: (value) => value, write: (value) => value }
const instant: Codec<Date> = {
  read(value) {
    const date = new Date(value)
    return Number.isNaN(date.getTime()) ? null : date
  },
  write: (value) => value.toISOString(),
}
const json = <T>(schema: z.ZodMiniType<T>): Codec<T> => ({
  read(value) {
    try {
      return z.parse(schema, JSON.parse(value))
    } catch {
      return null
    }
  },
  write: (value) => JSON.stringify(value),
})

/** State that survives a reload of this tab; never measurements or personal data. */
export const applicationState = z.strictObject({
  /** Id of the owner; null = unknown. */
  owner: z._default(z.nullable(z.string()), null),
  systems: listSystems.response,
  active: z.nullable(z.union([z.literal(TOTAL), serialNumber])),
  accessStatus: z.nullable(z.int()),
  closedBanners: z._default(z.array(z.string()), []),
})
export type ApplicationState = z.output<typeof applicationState>

/** Form input at the time a session ended, restored for its owner; never a password. */
const draft = z.strictObject({
  owner: z.string(),
  form: z.string(),
  fields: z.record(z.string(), z.string()),
})
export type Draft = z.output<typeof draft>

/** An owner's last choice of a system, by its place in a list of a length: it stays on the device, and names none. */
const lastChoice = z.strictObject({ owner: z.string(), place: z.int(), of: z.int() })

/** Why the last session in this tab ended, unless its owner signed out here; shown on the sign-in page. */
const sessionEnd = z.enum(['elsewhere', 'unknown', 'ended', 'removed'])

/** Which update this browser has selected or started (UPD-16). */
const updateRecord = z.strictObject({ sn: serialNumber, updateStarted: z.boolean() })

/** Registration codes that were typed here for an address, until its link is over. */
const typedCodes = z.strictObject({ email: z.string(), codes: z.array(z.string()), until: z.iso.datetime() })

/** Look of the sidebar on this device; unreadable parts fall back to their defaults (STO-02). */
const sidebar = z.object({
  mini: z.catch(z.boolean(), false),
  ground: z.catch(z.enum(sidebarBackgrounds), 'primary'),
  title: z.catch(z.enum(sidebarTitles), 'primary'),
})
export type SidebarLook = z.output<typeof sidebar>

/** Everything the portal stores in the browser. Nothing else accesses its storage. */
export const stored = {
  accessToken: slot('localStorage', 'accessToken', token),
  refreshToken: slot('localStorage', 'refreshToken', token),
  stayLoggedIn: slot('localStorage', 'stayLoggedIn', flag),
  darkMode: slot('localStorage', 'darkMode', flag),
  isGerman: slot('localStorage', 'languageSelected', booleanText),
  /** The last live values and their owner; read by `features/live/api/lastValues.ts`. */
  lastValues: slot('localStorage', 'lastValues', text),
  /** The same for an owner who does not stay signed in. */
  lastValuesOfTab: slot('sessionStorage', 'lastValues', text),
  /** When this tab last reloaded itself. */
  selfReload: slot('sessionStorage', 'selfReload', instant),
  sidebar: slot('localStorage', 'sidebar', json(sidebar)),
  lastChoice: slot('localStorage', 'lastChoice', json(lastChoice)),
  typedCodes: slot('localStorage', 'typedCodes', json(typedCodes)),
  update: slot('localStorage', 'update', json(updateRecord)),
  knownUpdates: slot('localStorage', 'knownUpdates', json(z.array(serialNumber))),
  state: slot('sessionStorage', 'state', json(applicationState)),
  sessionEnd: slot('sessionStorage', 'sessionEnd', json(sessionEnd)),
  draft: slot('sessionStorage', 'draft', json(draft)),
  /** When measurements were last corrected here: other tabs then ask for what they show again. */
  corrected: slot('localStorage', 'corrected', instant),
  /** The same of the last time that the place of a system was changed here. */
  placed: slot('localStorage', 'placed', instant),
}

/** Returns the owner of an access token; null if there is none or it names none. */
export function ownerOf(token: string | null): string | null {
  const [, claims = ''] = token?.split('.') ?? []
  try {
    const payload: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof payload === 'object' && payload && 'sub' in payload ? String(payload.sub) : null
  } catch {
    return null
  }
}

/**
 * Clears everything except what outlives a session: appearance, language and the last choice of a system; and what has
 * one of the keys `kept`.
 */
export function clearStored(...kept: readonly string[]) {
  const { darkMode, isGerman: booleanText, sidebar, lastChoice: choice, ...rest } = stored
  for (const place of Object.values(rest)) if (!kept.includes(place.key)) place.set(null)
  for (const area of ['localStorage', 'sessionStorage'] as const) clearCopies(area)
}

/** Clears everything that belongs to this tab alone. */
export function clearTab() {
  for (const place of Object.values(stored)) if (place.area === 'sessionStorage') place.set(null)
  clearCopies('sessionStorage')
}

const COPY = 'copy '
const copiesIn = (area: Area) => {
  try {
    return Object.keys(window[area]).filter((key) => key.startsWith(COPY))
  } catch {
    return []
  }
}
function clearCopies(area: Area) {
  for (const key of copiesIn(area)) write(area, key, null)
}

/**
 * Copies of the server's answers, by name; `platform/client/copies.ts` reads them. They outlive the tab only for an
 * owner who stays signed in.
 */
export const storedCopies = {
  area: (): Area => (stored.stayLoggedIn.get() ? 'localStorage' : 'sessionStorage'),
  names: (): string[] => copiesIn(storedCopies.area()).map((key) => key.slice(COPY.length)),
  get: (name: string): string | null => read(storedCopies.area(), COPY + name),
  /** Does nothing if there is no room. */
  set(name: string, value: string | null) {
    try {
      if (value === null) window[storedCopies.area()].removeItem(COPY + name)
      else window[storedCopies.area()].setItem(COPY + name, value)
    } catch {
      // The answer itself is on the page; only its copy is missing.
    }
  },
}

/** Calls `listener` when another tab changes an entry; `null` = everything. Returns a function that stops it. */
export function onStorageChange(listener: (key: string | null) => void) {
  const onStorage = ({ key, storageArea }: StorageEvent) => {
    if (storageArea === window.localStorage) listener(key)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
