import jsonata from 'jsonata'

/** A formula that is not understood, or not allowed; the message says where. */
export class FormulaFault extends Error {}

/** Time one evaluation may take, in ms. */
const TIMEOUT_MS = 50
const limits = { timeout: TIMEOUT_MS, stack: 50, sequence: 10_000 }

const functions = new Set([
  ...['abs', 'append', 'average', 'boolean', 'ceil', 'contains', 'count', 'exists', 'floor', 'keys'],
  ...['length', 'lookup', 'lowercase', 'max', 'min', 'not', 'number', 'power', 'round', 'string'],
  ...['substring', 'substringAfter', 'substringBefore', 'sum', 'trim', 'uppercase', 'total', 'first'],
])
/** Without functions of its own, regular expressions and ranges a formula can neither loop nor make much of little. */
const nodes = new Set([
  ...['apply', 'binary', 'bind', 'block', 'condition', 'filter', 'function', 'name', 'number'],
  ...['path', 'string', 'unary', 'value', 'variable', 'wildcard'],
])
/** The most frequent formula needs no evaluation. */
const NAME = /^(?!(?:true|false|null)$)[a-z]\w*$/
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

/** Looks at every node, however deep, of an expression that is at most 1000 characters long. */
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
/** The sum of what is known; unknown if nothing is, where `$sum` would say 0. */
function total(...parts: unknown[]): number | undefined {
  const numbers = parts.filter((part) => typeof part === 'number')
  return numbers.length === 0 ? undefined : numbers.reduce((sum, part) => sum + part, 0)
}
const first = (...parts: unknown[]): unknown => parts.find(isKnown)

/** `names`: the fields that it may read. */
export type Formula = {
  readonly names: ReadonlySet<string>
  readonly evaluate: (input: object) => Promise<unknown>
}

/** Returns what evaluates a formula; throws `FormulaFault` if it is not allowed. Evaluations reject with the same. */
export function compile(text: string): Formula {
  if (NAME.test(text)) {
    const own = async (input: object) =>
      isObject(input) && Object.hasOwn(input, text) ? input[text] : undefined
    return { names: new Set([text]), evaluate: own }
  }
  let expression: jsonata.Expression
  let names: ReadonlySet<string>
  try {
    expression = jsonata(text, limits)
    names = namesIn(expression.ast())
    expression.registerFunction('total', total)
    expression.registerFunction('first', first)
  } catch (error) {
    throw new FormulaFault(`“${text}”: ${reason(error)}`)
  }
  async function evaluate(input: object): Promise<unknown> {
    try {
      return await expression.evaluate(input)
    } catch (error) {
      throw new FormulaFault(`“${text}”: ${reason(error)}`)
    }
  }
  return { names, evaluate }
}
