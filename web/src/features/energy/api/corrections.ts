import {
  listCorrections,
  makeCorrection,
  previewCorrection,
  undoCorrection,
  type WireCorrection,
} from '@kellersonne/contract/energy/corrections'
import type { Sent } from '@kellersonne/contract/shared/endpoint'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { call } from '../../../platform/client/client.ts'
import { createQueries } from '../../../platform/client/query.ts'
import { announceCorrected, onCorrected } from './corrected.ts'

export type CorrectionForm = Sent<typeof makeCorrection>['form']

const lists = createQueries(async (sn: SerialNumber): Promise<readonly WireCorrection[]> => {
  const { corrections } = await call(listCorrections, { query: { sn } })
  return corrections
})
onCorrected(lists.expireAll)

/** The corrections of a system, undone ones too, newest first. */
export const correctionsOf = (sn: SerialNumber) => lists(sn)

/** What a correction would change, without making it. Throws an ApiError. */
export const preview = (form: CorrectionForm) => call(previewCorrection, { form })

/** Sends a change of the corrections. Whether it succeeds or not: a change whose answer is lost has been made. */
async function change(sent: Promise<WireCorrection>): Promise<void> {
  try {
    const changed = await sent
    const list = correctionsOf(changed.sn)
    const others = (list.current() ?? []).filter(({ id }) => id !== changed.id)
    list.setData([changed, ...others].toSorted((one, other) => other.made_at.localeCompare(one.made_at)))
  } finally {
    announceCorrected()
  }
}

/** Makes a correction. Throws an ApiError. */
export const correct = (form: CorrectionForm) => change(call(makeCorrection, { form }))

/** Undoes a correction. Throws an ApiError. */
export const undo = ({ id }: WireCorrection) => change(call(undoCorrection, { params: { id } }))
