import { editsOf, isForCompiler, isName, isWords } from './operators.ts'
import { isSql, sqlEditsOf } from './sql.ts'
import { type Edit, type Node, parse, walk } from './syntax.ts'

/** The expression that the switch evaluates in one of two ways. */
type Anchor = { readonly start: number; readonly end: number }
/** A planted bug. `original` and `mutated` are the lines it changes. */
export type Mutant = {
  readonly file: string
  readonly line: number
  readonly original: string
  readonly mutated: string
  readonly edit: Edit
  readonly anchor: Anchor
}

/** Returns the expression to switch: for a link of `a?.b.c`, the whole chain. */
function anchorOf(edit: Edit, node: Node, around: readonly Node[]): Anchor {
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression' || node.type === 'SwitchCase')
    return node.test ?? edit
  if (node.type === 'ExpressionStatement') return node.expression
  let anchor = node
  let link = node
  for (const parent of around) {
    const spine =
      (parent.type === 'MemberExpression' && parent.object === link) ||
      (parent.type === 'CallExpression' && parent.callee === link) ||
      parent.type === 'TSNonNullExpression' ||
      parent.type === 'ChainExpression'
    if (!spine) break
    if (parent.type === 'ChainExpression') anchor = parent
    link = parent
  }
  return anchor
}

/** True for a name that may look like a value. */
const isKey = (node: Node, [parent]: readonly Node[]) =>
  parent?.type === 'Property' && parent.key === node && !parent.computed && parent.value !== node

function sqlOf(node: Node, source: string): Edit[] {
  const text = source.slice(node.start + 1, node.end - 1)
  const literal =
    node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
  if (!literal || !isSql(text)) return []
  return sqlEditsOf(text).map((edit) => ({
    ...edit,
    ...{ start: edit.start + node.start + 1, end: edit.end + node.start + 1 },
  }))
}

const line = (text: string) => text.replace(/\s+/g, ' ').trim()

function inContext(source: string, { start, end, text }: Edit) {
  const from = source.lastIndexOf('\n', start - 1) + 1
  const newline = source.indexOf('\n', end)
  const to = newline < 0 ? source.length : newline
  return {
    original: line(source.slice(from, to)),
    mutated: line(source.slice(from, start) + text + source.slice(end, to)),
  }
}

/** Returns all mutants of a file, in line order. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const found = new Map<string, Mutant>()
  walk(parse(file, source), (node, around) => {
    if (isName(node) || isWords(node, source)) return false
    if (isKey(node, around) || isForCompiler(node, around)) return false
    for (const edit of [...editsOf(node, around, source), ...sqlOf(node, source)]) {
      const context = inContext(source, edit)
      const place = { file, line: source.slice(0, edit.start).split('\n').length }
      const key = `${edit.start} ${edit.end} ${edit.text}`
      if (!found.has(key))
        found.set(key, { ...place, ...context, edit, anchor: anchorOf(edit, node, around) })
    }
    return true
  })
  return [...found.values()].sort((a, b) => a.edit.start - b.edit.start)
}
