import type { LiveSystem } from '@kellersonne/core/live/live'

/** The wizard's system and its name. */
export type About = { system: LiveSystem; name: string }
