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
  const heard = latest?.heard_at && latest.heard_at >= since ? latest : null
  return {
    online: heard?.heard_at ? !(heard.vanished_at && heard.vanished_at >= heard.heard_at) : null,
    lastOnline: heard?.heard_at ?? null,
    reading: heard?.reading_at && heard.reading_at >= since ? heard : null,
    state: heard?.state_at && heard.state_at >= since ? heard.state : null,
  }
}
