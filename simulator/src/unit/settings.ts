import type { StateMessage } from '@kellersonne/contract/telemetry/device'
import { FREE, type Hold } from '../plant/plant.ts'
import { type Answering, NORMAL_ANSWERS } from './answers.ts'

type Sensors = NonNullable<StateMessage['sensors']>

/** What is set on a unit by hand instead of its own behaviour; kept in memory only. null = what it measures. */
export type Settings = {
  readonly hold: Hold
  /** Connected, but sends nothing. */
  readonly silent: boolean
  readonly answering: Answering
  readonly calibrationDays: number | null
  readonly sensors: Sensors | null
}
export const UNSET: Settings = {
  hold: FREE,
  silent: false,
  answering: NORMAL_ANSWERS,
  calibrationDays: null,
  sensors: null,
}
