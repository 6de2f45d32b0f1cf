import * as z from 'zod/mini'

/** The parts of Home Assistant's websocket messages that a gateway reads. */
const attributes = z.looseObject({ unit_of_measurement: z.optional(z.string()) })
const whole = z.object({ s: z.string(), a: z._default(attributes, {}) })
const changed = z.object({
  '+': z.optional(z.object({ s: z.optional(z.string()), a: z.optional(attributes) })),
})
const change = z.object({
  a: z.optional(z.record(z.string(), whole)),
  c: z.optional(z.record(z.string(), changed)),
  r: z.optional(z.array(z.string())),
})
export type Change = z.output<typeof change>

export const message = z.union([
  z.object({ type: z.enum(['auth_required', 'auth_ok', 'auth_invalid', 'pong']) }),
  z.object({ type: z.literal('result'), success: z.boolean() }),
  z.object({ type: z.literal('event'), event: change }),
])

export type Entity = { readonly state: string; readonly unit: string | undefined }

/** Characters kept of a state and of a unit; numbers need fewer. */
const MOST = 64
const entity = (state: string, unit: string | undefined): Entity => ({
  state: state.slice(0, MOST),
  unit: unit?.slice(0, MOST),
})

/** Applies a change to the known entities. Only those in `wanted` are kept, whatever else is sent. */
export function applied(
  known: ReadonlyMap<string, Entity>,
  { a, c, r }: Change,
  wanted: ReadonlySet<string>,
): Map<string, Entity> {
  const next = new Map(known)
  for (const [id, { s, a: about }] of Object.entries(a ?? {}))
    if (wanted.has(id)) next.set(id, entity(s, about.unit_of_measurement))
  for (const [id, { '+': plus }] of Object.entries(c ?? {})) {
    const before = next.get(id)
    if (before) next.set(id, entity(plus?.s ?? before.state, plus?.a?.unit_of_measurement ?? before.unit))
  }
  for (const id of r ?? []) next.delete(id)
  return next
}
