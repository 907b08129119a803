import ts from 'typescript'

/**
 * Functions that, like `expect`, fail when their text is missing from the page: functions of tests/e2e, and
 * Playwright's actions on a located element.
 */
const acts = [
  'click',
  'expectSaid',
  'expectTitle',
  'field',
  'follow',
  'followAndSee',
  'goBySidebar',
  'openTab',
  'press',
  'pressAndSee',
  'waitFor',
]

/**
 * Functions that find a part of a page by its text: the text counts as asserted when the part is asserted, even if the
 * part is first assigned to a variable.
 */
const finds = ['entries', 'filter', 'getByLabel', 'getByRole', 'getByText', 'locator', 'panel']

/**
 * Returns the texts that a test file asserts: those in a call of `expect` or of a function that must find them; those
 * in a list used by a loop, `it.each` or a function with such a call; and those in a variable that is asserted.
 * Negated assertions and test names do not count.
 */
export function assertedTexts(file: string, source: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind)
  const found: string[] = []
  const visit = (node: ts.Node) => {
    const isText =
      ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node) || ts.isTemplateLiteralToken(node)
    if (isText && isAsserted(node)) found.push((node as ts.LiteralLikeNode).text)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function isAsserted(text: ts.Node, mayBeNamed = true): boolean {
  let mayHaveName = mayBeNamed
  for (let node = text; node.parent; node = node.parent) {
    const { parent } = node
    if (ts.isCallExpression(parent)) {
      if (isAssertion(parent)) return true
      // it.each([…])('…', callback)
      if (isNamed(parent, 'each') && ts.isCallExpression(parent.parent) && holdsAssertion(parent.parent)) return true
      // […].map(callback)
      if (node === parent.expression && parent.arguments.some(holdsAssertion)) return true
      if (node !== parent.expression && !finds.some((name) => isNamed(parent, name))) mayHaveName = false
    }
    if (ts.isForOfStatement(parent) && node === parent.expression && holdsAssertion(parent.statement)) return true
    if (ts.isVariableDeclaration(parent)) return mayHaveName && node === parent.initializer && isAssertedAs(parent)
    if (ts.isFunctionLike(parent) || ts.isBlock(parent) || ts.isSourceFile(parent)) return false
  }
  return false
}

/** Returns true when a variable is asserted in the block that declares it. */
function isAssertedAs({ name, parent }: ts.VariableDeclaration): boolean {
  if (!ts.isIdentifier(name)) return false
  const uses = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && node !== name && node.text === name.text && isAsserted(node, false)) ||
    (ts.forEachChild(node, (child) => uses(child) || undefined) ?? false)
  return uses(parent.parent.parent)
}

function isAssertion(call: ts.CallExpression): boolean {
  const steps = chainAround(call)
  if (steps.some((step) => step === 'not' || step === 'toHaveCount(0)')) return false
  return steps.includes('expect') || acts.some((name) => isNamed(call, name))
}

/** Returns the names in the call chain around a call: `expect`, `not` and `toBe` of `expect(a).not.toBe(b)`. */
function chainAround(call: ts.CallExpression): string[] {
  let whole: ts.Node = call
  while (isStep(whole.parent) && whole.parent.expression === whole) whole = whole.parent
  const names: string[] = []
  while (isStep(whole)) {
    if (ts.isPropertyAccessExpression(whole)) names.push(whole.name.text)
    else if (/\.toHaveCount\(0\)$/.test(whole.getText())) names.push('toHaveCount(0)')
    whole = whole.expression
  }
  return ts.isIdentifier(whole) ? [...names, whole.text] : names
}

function isStep(node: ts.Node): node is ts.CallExpression | ts.PropertyAccessExpression {
  return ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)
}

function isNamed(call: ts.CallExpression, name: string): boolean {
  const { expression } = call
  return (
    (ts.isIdentifier(expression) && expression.text === name) ||
    (ts.isPropertyAccessExpression(expression) && expression.name.text === name)
  )
}

function holdsAssertion(node: ts.Node): boolean {
  return (
    (ts.isCallExpression(node) && isAssertion(node)) ||
    (ts.forEachChild(node, (child) => holdsAssertion(child) || undefined) ?? false)
  )
}
