import * as z from 'zod/mini'
import { PASSWORD } from '../api.ts'
import type { recordCalls } from './recorded-calls.ts'

const started = z.object({ pairing_code: z.string() })

/** Pairs a gateway of an owner's own, which is then given up again. */
export async function pairingCalls(call: ReturnType<typeof recordCalls>['call'], access: string) {
  await call('getOwnSystems')
  const answer = await call('startPairing', { time_zone: 'Europe/Berlin' }, { access })
  const { pairing_code } = started.parse(answer.json())
  await call('pairGateway', { pairing_code, secret: 's'.repeat(43), phase: '1' })
  await call('getPairing', {}, { access })
  await call('lockGateway', { sn: '5000001' }, { access })
  await call('cancelPairing', {}, { access })
  await call('releaseSystem', { sn: '5000001', password: PASSWORD }, { access })
}
