import type { Edit, Node } from './syntax.ts'

/** Replacements of binary operators. */
const SWAPPED = new Map(
  [
    ['<', '<='],
    ['>', '>='],
    ['===', '!=='],
    ['+', '-'],
    ['*', '/'],
    ['&&', '||'],
    ['+=', '-='],
  ].flatMap(
    ([a = '', b = '']) =>
      [
        [a, b],
        [b, a],
      ] as const,
  ),
)
const METHODS = new Map([
  ['some', 'every'],
  ['every', 'some'],
])
const MATH = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
])
/** From here on, adding one would not be noticeable, as with milliseconds. */
const LARGE = 1000
const EQUALITIES = /^[!=]==$/

type Operands = { readonly left: Node; readonly right: Node; readonly operator: string }

const replaced = ({ start, end }: Node, text: string): Edit => ({ start, end, text })
const bare = (node: Node): Node => (node.type === 'ParenthesizedExpression' ? bare(node.expression) : node)
const isText = (node: Node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
/** True for `'a' + b + c`, which is all text. */
const isConcatenation = (node: Node): boolean =>
  isText(node) ||
  (node.type === 'BinaryExpression' && node.operator === '+' && isConcatenation(bare(node.left)))

function swapped({ left, right, operator }: Operands, source: string): Edit[] {
  const other = SWAPPED.get(operator)
  if (other === undefined) return []
  if (operator.startsWith('+') && [left, right].some((side) => isConcatenation(bare(side)))) return []
  const start = source.indexOf(operator, left.end)
  return [{ start, end: start + operator.length, text: other }]
}

/** Empties a text that something is compared with, so that the comparison is never true. */
const emptied = (node: Node): Edit[] =>
  node.type === 'Literal' && typeof node.value === 'string' && node.value !== '' ? [replaced(node, "''")] : []

/** Returns the operands of `a && b && c`, in order. */
const operandsOf = (node: Node, operator: string): Node[] =>
  node.type === 'LogicalExpression' && node.operator === operator
    ? [...operandsOf(node.left, operator), node.right]
    : [node]

/** Removes an operand of a chain, or replaces its operator; inner links are handled with the whole chain. */
function ofLogical(
  node: Node & { type: 'LogicalExpression' },
  parent: Node | undefined,
  source: string,
): Edit[] {
  if (node.operator === '??' && isForCompiler(node.right, [node])) return []
  if (node.operator === '??') return [replaced(node, source.slice(node.left.start, node.left.end))]
  if (parent?.type === 'LogicalExpression' && parent.operator === node.operator) return swapped(node, source)
  const operands = operandsOf(node, node.operator)
  const without = operands.map((operand, i) => ({
    start: operands[i - 1]?.end ?? operand.start,
    end: i === 0 ? (operands[1]?.start ?? operand.end) : operand.end,
    text: '',
  }))
  return [...swapped(node, source), ...without]
}

const isComparison = (node: Node) => node.type === 'BinaryExpression' || node.type === 'LogicalExpression'
const leaves = (node: Node): boolean =>
  node.type === 'BlockStatement'
    ? node.body.length === 1 && node.body.every(leaves)
    : /^(Return|Throw|Continue|Break)Statement$/.test(node.type)
/** `throw new Error(…)` states what cannot happen. */
const isInvariant = (node: Node): boolean =>
  node.type === 'ThrowStatement' && node.argument.type === 'NewExpression' && isPlainError(node.argument)

/** Negates a condition. Comparisons and logic have mutants of their own instead, which are harder to catch. */
function negated(test: Node, source: string): Edit[] {
  const inner = bare(test)
  if (isComparison(inner)) return []
  if (inner.type === 'UnaryExpression' && inner.operator === '!')
    return [replaced(test, source.slice(inner.argument.start, inner.argument.end))]
  return [replaced(test, `!(${source.slice(test.start, test.end)})`)]
}

function ofCall(node: Node & { type: 'CallExpression' }, source: string): Edit[] {
  const { callee } = node
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
    return []
  const { object, property } = callee
  const of = source.slice(object.start, object.end)
  const rest = source.slice(property.end, node.end)
  const other = of === 'Math' ? MATH.get(property.name) : METHODS.get(property.name)
  if (other !== undefined) return [replaced(property, other)]
  if (/^(filter|reverse|toReversed)$/.test(property.name)) return [replaced(node, of)]
  if (/^(sort|toSorted)$/.test(property.name))
    return [replaced(node, `${of}.${property.name}${rest}.reverse()`)]
  return []
}

function ofLiteral(node: Node & { type: 'Literal' }, [parent]: readonly Node[]): Edit[] {
  if (typeof node.value === 'boolean') return [replaced(node, String(!node.value))]
  if (typeof node.value !== 'number') return []
  if (parent?.type === 'MemberExpression' && parent.computed && node.value < 2) return []
  if (node.value >= LARGE) return [replaced(node, String(node.value * 2))]
  const more = replaced(node, String(node.value + 1))
  return node.value === 0 ? [more] : [more, replaced(node, String(node.value - 1))]
}

/** Returns the changes of a node that a test should catch. */
export function editsOf(node: Node, around: readonly Node[], source: string): Edit[] {
  switch (node.type) {
    case 'BinaryExpression':
      return EQUALITIES.test(node.operator)
        ? [...swapped(node, source), ...emptied(node.left), ...emptied(node.right)]
        : swapped(node, source)
    case 'AssignmentExpression':
      return swapped(node, source)
    case 'LogicalExpression':
      return ofLogical(node, around[0], source)
    case 'IfStatement':
      return node.alternate === null && leaves(node.consequent)
        ? isInvariant(node.consequent)
          ? []
          : [replaced(node.test, 'false')]
        : negated(node.test, source)
    case 'ConditionalExpression':
      return negated(node.test, source)
    case 'SwitchCase':
      return node.test ? emptied(node.test) : []
    case 'CallExpression':
      return ofCall(node, source)
    case 'ExpressionStatement':
      return dropped(node.expression)
    case 'Literal':
      return ofLiteral(node, around)
    default:
      return []
  }
}

function dropped(expression: Node): Edit[] {
  const call = expression.type === 'AwaitExpression' ? expression.argument : expression
  return call.type === 'CallExpression' && call.callee.type !== 'Super'
    ? [replaced(expression, 'undefined')]
    : []
}

const isPlainError = (node: Node & { type: 'NewExpression' }) =>
  node.callee.type === 'Identifier' && /^(Type|Range)?Error$/.test(node.callee.name)

/** True for logs and error messages, which tests need not check. */
export function isWords(node: Node, source: string): boolean {
  if (node.type === 'NewExpression') return isPlainError(node)
  if (node.type === 'ExpressionStatement') return isWords(node.expression, source)
  if (node.type !== 'CallExpression') return false
  const callee = source.slice(node.callee.start, node.callee.end)
  return /^console\.|\blog(ger)?\??\.\w+$/.test(callee)
}

/** True for the `0` of `values[i] ?? 0` in a loop: the compiler requires it, but it is never used. */
export function isForCompiler(node: Node, [parent]: readonly Node[]): boolean {
  if (parent?.type !== 'LogicalExpression' || parent.operator !== '??') return false
  const { left } = parent
  const inLoop =
    left.type === 'MemberExpression' && left.property.type === 'Identifier' && left.property.name === 'i'
  return inLoop && left.computed && node === parent.right
}

/** True for nodes that contain only names, no code. */
export const isName = (node: Node): boolean => /^(Import|ExportAll)/.test(node.type)
