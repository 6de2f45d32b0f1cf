import {
  listCorrections,
  makeCorrection,
  previewCorrection,
  undoCorrection,
  type WireCorrection,
} from '@kellersonne/contract/energy/corrections'
import type { Sent } from '@kellersonne/contract/shared/endpoint'
import { call } from '../../../platform/client/client.ts'
import { changeLists } from './changes.ts'

export type CorrectionForm = Sent<typeof makeCorrection>['form']

const lists = changeLists(
  async (sn): Promise<readonly WireCorrection[]> =>
    (await call(listCorrections, { query: { sn } })).corrections,
)

/** The corrections of a system, undone ones too, newest first. */
export const correctionsOf = lists.of

/** What a correction would change, without making it. Throws an ApiError. */
export const preview = (form: CorrectionForm) => call(previewCorrection, { form })

/** Makes a correction. Throws an ApiError. */
export const correct = (form: CorrectionForm) => lists.change(call(makeCorrection, { form }))

/** Undoes a correction. Throws an ApiError. */
export const undo = ({ id }: WireCorrection) => lists.change(call(undoCorrection, { params: { id } }))
