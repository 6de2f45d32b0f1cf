import type { Latest } from './store.ts'

/** A system's latest data visible to an owner since `since`; null if there is none from their time. */
export type Visible = {
  readonly online: boolean | null
  readonly lastOnline: Date | null
  readonly reading: Latest | null
  readonly state: Latest['state']
}

/** Leaves out everything from before the system became the owner's, as if the unit had never reported it. */
export function visibleSince(latest: Latest | undefined, since: Date): Visible {
  // The time of arrival counts too: a unit whose clock is fast dates older reports after the change of owner.
  const visible = latest?.heard_at && latest.heard_at >= since ? latest : null
  return {
    online: visible?.heard_at ? !(visible.vanished_at && visible.vanished_at >= visible.heard_at) : null,
    lastOnline: visible?.heard_at ?? null,
    reading: visible?.reading_at && visible.reading_at >= since ? visible : null,
    state: visible?.state_at && visible.state_at >= since ? visible.state : null,
  }
}
