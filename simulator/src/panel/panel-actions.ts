import { serialNumber } from '@kellersonne/contract/systems/systems'
import { statePayload } from '@kellersonne/contract/telemetry/device'
import * as z from 'zod/mini'
import { changedFaults } from '../firmware/faults.ts'
import type { Fleet } from '../fleet.ts'
import { partOf, scenarioNames } from '../plant/scenarios.ts'
import { manners } from '../unit/answers.ts'
import { messageCode } from '../unit/condition.ts'
import type { Unit } from '../unit/unit.ts'

type PanelAction<On> = { readonly path: string; readonly handle: (on: On, body: unknown) => boolean }
/** Defines an action; `handle` returns false if it is not possible now. */
const defineAction =
  <On>() =>
  <S extends z.ZodMiniType>(
    path: string,
    body: S,
    carryOut: (on: On, read: z.output<S>) => unknown,
  ): PanelAction<On> => ({ path, handle: (on, sent) => carryOut(on, body.parse(sent)) !== false })
const atUnit = defineAction<Unit>()
const inHouse = defineAction<Fleet>()

const held = (min: number, max: number) =>
  z.optional(z.nullable(z.number().check(z.minimum(min), z.maximum(max))))
const holdBody = z.strictObject({
  pv_w: held(0, 30_000),
  load_w: held(0, 30_000),
  battery_w: held(-30_000, 30_000),
  soc: held(0, 100),
  grid_v: held(0, 500),
})
const sensors = z._default(statePayload.shape.sensors, [])
const days = z.int().check(z.minimum(0), z.maximum(10_000))
const errorBody = z.strictObject({
  code: z.int().check(z.minimum(0), z.maximum(1e9)),
  raised: z.boolean(),
  dated: z._default(z.boolean(), true),
})
const answersBody = z.strictObject({
  manner: z.enum(manners),
  reason: z._default(z.string().check(z.maxLength(200)), 'stopped'),
})

/** Actions on one unit. */
export const unitActions: readonly PanelAction<Unit>[] = [
  atUnit('switch', z.strictObject({ on: z.boolean() }), (unit, { on }) => unit.switchMain(on)),
  atUnit('display', z.strictObject({ mode: z.enum(['normal', 'update']) }), (unit, { mode }) =>
    unit.show(mode),
  ),
  atUnit('cable', z.strictObject({ plugged: z.boolean() }), (unit, { plugged }) => unit.plug(plugged)),
  atUnit('power', z.strictObject({ on: z.boolean() }), (unit, { on }) => unit.power(on)),
  atUnit('faults', changedFaults, (unit, changed) => unit.setFaults(changed)),
  atUnit('silence', z.strictObject({ silent: z.boolean() }), (unit, body) => unit.set(body)),
  atUnit(
    'messages',
    z.strictObject({ code: messageCode, raised: z.boolean() }),
    (unit, { code: name, raised }) => unit.setMessage(name, raised),
  ),
  atUnit('errors', errorBody, (unit, { code: number, raised, dated }) =>
    unit.setError(number, raised, dated),
  ),
  atUnit('answers', answersBody, (unit, answering) => unit.set({ answering })),
  atUnit('calibration', z.strictObject({ days: z.nullable(days) }), (unit, { days: calibrationDays }) =>
    unit.set({ calibrationDays }),
  ),
  atUnit('sensors', z.strictObject({ sensors }), (unit, body) => unit.set(body)),
  atUnit('hold', holdBody, (unit, { pv_w, load_w, battery_w, soc, grid_v }) => {
    const values = Object.entries({ pv: pv_w, load: load_w, battery: battery_w, soc, voltage: grid_v })
    unit.hold(Object.fromEntries(values.filter(([, value]) => value !== undefined)))
  }),
  atUnit('publish', z.optional(z.nullable(z.strictObject({}))), (unit) => unit.publish()),
]

const some = z.optional(z.array(serialNumber))
const named = (fleet: Fleet, sns: z.output<typeof some>) =>
  fleet.units().filter(({ sn }) => sns === undefined || sns.includes(sn))

/** Actions on all units at once, or on some. */
export const fleetActions: readonly PanelAction<Fleet>[] = [
  inHouse(
    'scenario',
    z.strictObject({ name: z.enum(scenarioNames), units: some }),
    (fleet, { name, units }) => {
      // A unit fresh from the box is not part of a house yet, unless it is named.
      const playing = named(fleet, units).filter((unit) => units !== undefined || !unit.fresh)
      for (const [i, unit] of playing.entries()) unit.play(partOf(name, i, playing.length))
    },
  ),
  inHouse('reset', z.strictObject({ units: some }), (fleet, { units }) => {
    for (const unit of named(fleet, units)) unit.reset()
  }),
]
