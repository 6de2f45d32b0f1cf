import {
  listRules,
  previewRule,
  type RuleForm,
  type RulePreviewAnswer,
  removeRule,
  saveRule,
} from '@kellersonne/contract/messages/own-rules'
import { call } from '../../../platform/client/client.ts'
import { createQuery } from '../../../platform/client/query.ts'

const rules = createQuery(() => call(listRules, {}))
/** The owner's own rules. */
export const ownRules = rules

/** Resolves to how a rule would have done in the last month. */
export const preview = (form: RuleForm): Promise<RulePreviewAnswer> => call(previewRule, { form })

/** Adds a rule, or puts it in the place of another. What another window has changed meanwhile is shown. */
export async function save(form: RuleForm, replaces: string | null): Promise<void> {
  try {
    rules.setData(await call(saveRule, { form: { ...form, ...(replaces !== null && { replaces }) } }))
  } catch (cause) {
    rules.expire()
    throw cause
  }
}

export async function remove(id: string): Promise<void> {
  try {
    rules.setData(await call(removeRule, { form: { id } }))
  } catch (cause) {
    rules.expire()
    throw cause
  }
}
