import * as z from 'zod/mini'

/** The parts of Home Assistant's websocket messages that a gateway reads. */
const attributes = z.looseObject({ unit_of_measurement: z.optional(z.string()) })
const added = z.object({ s: z.string(), a: z._default(attributes, {}) })
const changed = z.object({
  '+': z.optional(z.object({ s: z.optional(z.string()), a: z.optional(attributes) })),
})
/** By entity. Only those that were asked for are looked at: a server may send thousands of others. */
const some = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null,
)
const change = z.object({
  a: z.optional(some),
  c: z.optional(some),
  r: z.optional(z.custom<readonly unknown[]>(Array.isArray)),
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
const own = (of: Readonly<Record<string, unknown>> | undefined, id: string) =>
  of && Object.hasOwn(of, id) ? of[id] : undefined

/** Applies a change to the known entities. Only those in `wanted` are kept, whatever else is sent. */
export function applied(
  known: ReadonlyMap<string, Entity>,
  { a, c, r }: Change,
  wanted: ReadonlySet<string>,
): Map<string, Entity> {
  const next = new Map(known)
  for (const id of wanted) {
    const { data: whole } = added.safeParse(own(a, id))
    if (whole) next.set(id, entity(whole.s, whole.a.unit_of_measurement))
    const before = next.get(id)
    const plus = changed.safeParse(own(c, id)).data?.['+']
    if (before && plus)
      next.set(id, entity(plus.s ?? before.state, plus.a?.unit_of_measurement ?? before.unit))
    if (r?.includes(id)) next.delete(id)
  }
  return next
}
