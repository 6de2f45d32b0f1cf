import {
  MOST_RULES,
  type OwnRule,
  type RuleMinutes,
  ruleComparisons,
  ruleMinutes,
  ruleQuantities,
} from '@kellersonne/core/messages/own-rules/own-rule'
import { ruleVerdicts } from '@kellersonne/core/messages/own-rules/preview'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { serialNumber } from '../systems/systems.ts'

const rule = {
  quantity: z.enum(ruleQuantities),
  comparison: z.enum(ruleComparisons),
  /** In whole % or W. */
  threshold: z.int(),
  minutes: z.literal(ruleMinutes),
} as const

/** A rule's condition. */
export const ownRule = z.object(rule)

const minuteTexts = ruleMinutes.map((minutes) => `${minutes}` as const)
const form = z.object({
  sn: serialNumber,
  quantity: rule.quantity,
  comparison: rule.comparison,
  threshold: z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number)),
  minutes: z.pipe(
    z.enum(minuteTexts),
    z.transform((text): RuleMinutes => ruleMinutes.find((minutes) => `${minutes}` === text) ?? 0),
  ),
})
export type RuleForm = z.input<typeof form>

/** Converts a rule to what a form of it holds. */
export const ruleToForm = ({ quantity, comparison, threshold, minutes }: OwnRule): Omit<RuleForm, 'sn'> => ({
  ...{ quantity, comparison, threshold: String(threshold), minutes: `${minutes}` },
})

export const storedRule = z.object({
  id: z.uuid(),
  sn: serialNumber,
  ...rule,
  created_at: z.iso.datetime(),
  /** Since when it has been fulfilled; null = it is not. */
  fulfilled_since: z.nullable(z.iso.datetime()),
})
export type StoredRule = z.output<typeof storedRule>

const ownRules = z.object({ rules: z.array(storedRule), most: z.literal(MOST_RULES) })
export type OwnRules = z.output<typeof ownRules>

export const listRules = endpoint({
  method: 'GET',
  path: '/api/auth/alerts/rules/',
  summary: "The caller's own rules, of all their systems.",
  auth: 'bearer',
  response: ownRules,
  errors: [],
})

export const previewRule = endpoint({
  method: 'POST',
  path: '/api/auth/alerts/rules/preview/',
  summary: 'How often a rule would have been reported, judged by what was measured in the last 30 days.',
  auth: 'bearer',
  form,
  response: z.object({
    /** How many days were looked at; fewer where there is less, or where it would take too long. */
    days: z.number(),
    fulfilled: z.int(),
    times: z.int(),
    /** These are null where nothing was measured. */
    share: z.nullable(z.number()),
    verdict: z.nullable(z.enum(ruleVerdicts)),
  }),
  errors: ['not_found', 'too_many_attempts'],
})
export type RulePreviewAnswer = z.output<typeof previewRule.response>

export const saveRule = endpoint({
  method: 'POST',
  path: '/api/auth/alerts/rules/',
  summary:
    'Adds a rule, or puts it in the place of another (`replaces`), which ends without a word. One that is there already changes nothing. Answers all rules.',
  auth: 'bearer',
  form: z.object({ ...form.shape, replaces: z.optional(z.uuid()) }),
  response: ownRules,
  errors: ['not_found', 'rules_full', 'rule_gone'],
})

export const removeRule = endpoint({
  method: 'POST',
  path: '/api/auth/alerts/rules/remove/',
  summary: 'Removes a rule; what it has alerted of ends without a word. Answers all rules.',
  auth: 'bearer',
  form: z.object({ id: z.uuid() }),
  response: ownRules,
  errors: ['rule_gone'],
})
