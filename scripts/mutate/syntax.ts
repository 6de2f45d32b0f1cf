import { type ESTree, parseSync } from 'rolldown/utils'

export type Node = ESTree.Node
/** A replacement of a piece of source text. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** TypeScript's own nodes that contain an expression; all others are types. */
const EXPRESSIONS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])
const TYPES = new Set(['typeAnnotation', 'typeParameters', 'typeArguments', 'returnType', 'parent'])

function childrenOf(node: Node): Node[] {
  const values: [string, unknown][] = Object.entries(node)
  return values
    .filter(([key]) => !TYPES.has(key))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .filter(({ type }) => !type.startsWith('TS') || EXPRESSIONS.has(type))
}

/** Calls `visit` for each node that is code, with its ancestors, nearest first; false skips the node's children. */
export function walk(
  node: Node,
  visit: (node: Node, around: readonly Node[]) => boolean,
  around: Node[] = [],
) {
  if (!visit(node, around)) return
  for (const child of childrenOf(node)) walk(child, visit, [node, ...around])
}

export function parse(file: string, source: string): Node {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(', ')}`)
  return program
}
