import ts from 'typescript'

/**
 * What the end-to-end tests do with a text that is on the page, beside `expect`: each of these fails where it is not there. Names of
 * functions of tests/e2e, and of Playwright's actions on what a locator found.
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

/** What finds a part of a page by its text: asserted where the part is, by whatever name it got. */
const finds = ['entries', 'filter', 'getByLabel', 'getByRole', 'getByText', 'locator', 'panel']

/**
 * The texts that a test file asserts: those in a call of `expect` or of what must find them, those of a list that a loop, `it.each` or a
 * function with such a call goes through, and those that got a name and are asserted under it. What must not be there is not asserted by
 * that, and names of tests are sentences of ours.
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

/** Whether a named thing is asserted anywhere in the block that names it. */
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

/** The names that a chain of calls goes through, of which this call is one: `expect`, `not` and `toBe` of `expect(a).not.toBe(b)`. */
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
