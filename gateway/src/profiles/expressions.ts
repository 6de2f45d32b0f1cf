import jsonata from 'jsonata'
import { type Arithmetic, arithmeticOf } from './arithmetic.ts'

/** A formula that cannot be parsed or is not allowed; the message says where. */
export class FormulaFault extends Error {}

/** Nodes that one evaluation may visit, about 20 ms; a time limit would depend on the computer's load. */
const MAX_STEPS = 10_000
const limits = { sequence: 10_000 }
/** Called by JSONata before each node that it evaluates. */
const ENTRY = Symbol.for('jsonata.__evaluate_entry')

const functions = new Set([
  ...['abs', 'append', 'average', 'boolean', 'ceil', 'contains', 'count', 'exists', 'floor', 'keys'],
  ...['length', 'lookup', 'lowercase', 'max', 'min', 'not', 'number', 'power', 'round', 'string'],
  ...['substring', 'substringAfter', 'substringBefore', 'sum', 'trim', 'uppercase', 'total', 'first'],
])
/** Without lambdas, variables, regular expressions and ranges, a formula can neither loop nor amplify its input. */
const nodes = new Set([
  ...['apply', 'binary', 'block', 'condition', 'filter', 'function', 'name', 'number'],
  ...['path', 'string', 'unary', 'value', 'variable', 'wildcard'],
])
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function refuse(node: Record<string, unknown>) {
  const { type, value, procedure } = node
  if (typeof type === 'string' && !nodes.has(type)) throw new FormulaFault(`${type} is not allowed`)
  if (type === 'binary' && (value === '..' || value === '~>'))
    throw new FormulaFault(`${value} is not allowed`)
  if (type === 'function') {
    const called = isObject(procedure) && procedure['type'] === 'variable' ? String(procedure['value']) : '?'
    if (!functions.has(called)) throw new FormulaFault(`$${called} is not allowed`)
  }
}

/** Checks every node of an expression, which is at most 1000 characters long. */
function namesIn(tree: unknown): ReadonlySet<string> {
  const names = new Set<string>()
  const waiting = [tree]
  for (let node = waiting.pop(); node !== undefined || waiting.length > 0; node = waiting.pop()) {
    if (!isObject(node)) continue
    if (!Array.isArray(node)) refuse(node)
    if (node['type'] === 'name') names.add(String(node['value']))
    waiting.push(...Object.values(node))
  }
  return names
}

const reason = (error: unknown) =>
  isObject(error) && typeof error['message'] === 'string' ? error['message'] : 'cannot be evaluated'

const isKnown = (value: unknown) => value !== undefined && value !== null
/** Returns the sum of the known values; undefined if none is known, where `$sum` would return 0. */
function total(...parts: unknown[]): number | undefined {
  const numbers = parts.filter((part) => typeof part === 'number')
  return numbers.length === 0 ? undefined : numbers.reduce((sum, part) => sum + part, 0)
}
const first = (...parts: unknown[]): unknown => parts.find(isKnown)

const functionsOfOurs = { total, first }

/**
 * `names`: the fields that it may read. `arithmetic`: how to compute it without JSONata, if it is that simple; throws
 * `FormulaFault`. An evaluation returns a value or a promise, which rejects with `FormulaFault`.
 */
export type Formula = {
  readonly names: ReadonlySet<string>
  readonly arithmetic: Arithmetic | null
  readonly evaluate: (input: object) => unknown
}

/** Makes arithmetic throw a `FormulaFault` that names its formula. */
const named =
  (text: string, plain: Arithmetic): Arithmetic =>
  (lookup) => {
    try {
      return plain(lookup)
    } catch (error) {
      throw new FormulaFault(`“${text}”: ${reason(error)}`)
    }
  }

const evaluated = (arithmetic: Arithmetic, input: object): unknown =>
  isObject(input) ? arithmetic((name) => (Object.hasOwn(input, name) ? input[name] : undefined)) : undefined

/** Compiles a formula. Throws `FormulaFault` if it is not allowed. */
export function compile(text: string): Formula {
  try {
    const expression = jsonata(text, limits)
    const tree = expression.ast()
    const names = namesIn(tree)
    const plain = arithmeticOf(tree, functionsOfOurs)
    if (plain) {
      const arithmetic = named(text, plain)
      return { names, arithmetic, evaluate: (input) => evaluated(arithmetic, input) }
    }
    for (const [name, work] of Object.entries(functionsOfOurs)) expression.registerFunction(name, work)
    return { names, arithmetic: null, evaluate: limited(text, expression) }
  } catch (error) {
    throw new FormulaFault(`“${text}”: ${reason(error)}`)
  }
}

/** Evaluates an expression, one call at a time, each within `MAX_STEPS`. */
function limited(text: string, expression: jsonata.Expression): Formula['evaluate'] {
  // JSONata's type allows string names only, but its own hooks are symbols.
  const hooked: { assign(name: string | symbol, value: unknown): void } = expression
  let steps = 0
  hooked.assign(ENTRY, () => {
    steps += 1
    if (steps > MAX_STEPS) throw new Error('takes too many steps')
  })
  return async (input) => {
    steps = 0
    try {
      return await expression.evaluate(input)
    } catch (error) {
      throw new FormulaFault(`“${text}”: ${reason(error)}`)
    }
  }
}
