import {
  type EnergyImport,
  listImports,
  makeImport,
  previewImport,
  undoImport,
} from '@kellersonne/contract/energy/imports'
import type { Sent } from '@kellersonne/contract/shared/endpoint'
import { call } from '../../../platform/client/client.ts'
import { changeLists } from './changes.ts'

/** A file, and how it is to be read. */
export type ImportForm = Sent<typeof makeImport>

const lists = changeLists(
  async (sn): Promise<readonly EnergyImport[]> => (await call(listImports, { query: { sn } })).imports,
)

/** The imports into a system, undone ones too, newest first. */
export const importsOf = lists.of

/** What a file would add, without adding it. Throws an ApiError. */
export const preview = (form: ImportForm) => call(previewImport, form)

/** Adds a file's energies to a system's history. Throws an ApiError. */
export const addHistory = (form: ImportForm) => lists.change(call(makeImport, form))

/** Takes back an import as a whole. Throws an ApiError. */
export const undo = ({ id }: EnergyImport) => lists.change(call(undoImport, { params: { id } }))
