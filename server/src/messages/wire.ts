import type { WireMessage } from '@kellersonne/contract/messages/messages'
import { type Episode, partWithin } from '@kellersonne/core/messages/episodes'
import { severityOf } from '@kellersonne/core/messages/messages'
import type { Ownership } from '../systems/store.ts'

/** Returns what an owner may see of an episode of a system that is or was theirs. */
export function messageToWire(
  episode: Episode,
  { sn, visible_from, until }: Pick<Ownership, 'sn' | 'visible_from' | 'until'>,
): WireMessage {
  const { code, raisedAt, resolvedAt, count } = partWithin(episode, { since: visible_from, until })
  return {
    sn,
    code,
    severity: severityOf(code),
    raised_at: raisedAt?.toISOString() ?? null,
    resolved_at: resolvedAt?.toISOString() ?? null,
    count,
  }
}
