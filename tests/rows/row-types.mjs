import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { columnsOf, isNeverNull } from './never-null.mjs'

/**
 * A call of a reader: `type` is its row type, null inside a reader that receives it; `reader` is called in the function
 * `inside`. A selection (`isSelected`) converts the driver's kinds itself: only names and nulls are checked.
 * @typedef {{ type: ts.Type | null, reader: string, inside?: string, isSelected?: boolean }} Asked
 * Recorded results of a call: its statements, kinds and values by column (up to the length of a list), and columns that
 * were null together.
 * @typedef {{ statements: Set<string>, kinds: Map<string, Set<string>>, values: Map<string, Set<string | number>>,
 * nulls: string[][] }} Answer
 */

/** Basic readers; a function that passes its own row type on to a reader is one too. */
const READERS = ['select', 'selectOne']

/**
 * Returns the reader calls in the sources of `folder`, without tests, by call site (`app/…:line:column`).
 * @returns {Map<string, Asked>}
 */
export function rowsAsked(program, root, folder) {
  const checker = program.getTypeChecker()
  const readers = new Set(READERS)
  const asked = new Map()
  for (let known = 0; known < readers.size; ) {
    known = readers.size
    forEachCall(program, root, folder, (call, place) => {
      const reader = call.expression.getText()
      const signature = readers.has(reader) && checker.getResolvedSignature(call)
      const type = signature && checker.getTypeArgumentsForResolvedSignature(signature)?.[0]
      if (!type) return
      const inside = ts.findAncestor(call, ts.isFunctionDeclaration)?.name.text
      // A nested function's statement runs in another call than the one that sets the type.
      const isOwn = ts.findAncestor(call, ts.isFunctionLike) === ts.findAncestor(call, ts.isFunctionDeclaration)
      if (type.isTypeParameter() && isOwn) readers.add(inside)
      asked.set(place, { type: isGeneric(type) ? null : type, reader, inside, isSelected: isSelected(call, checker) })
    })
  }
  return asked
}

/** Returns true when a type depends on a type parameter of the surrounding function. */
function isGeneric(type) {
  const parts = [...(type.isUnionOrIntersection() ? type.types : []), ...(type.aliasTypeArguments ?? [])]
  return Boolean(type.flags & ts.TypeFlags.Instantiable) || parts.some(isGeneric)
}

/**
 * Returns true when the columns are described (`Selection`): the first argument, its `columns`, or a table's
 * description.
 */
function isSelected({ arguments: [first] }, checker) {
  const given = first && checker.getTypeAtLocation(first)
  const columns = given?.getProperty('columns')
  const type = columns ? checker.getTypeOfSymbol(columns) : given
  return Boolean(type) && !(type.flags & ts.TypeFlags.StringLike)
}

/**
 * Returns the models in the sources of `folder`, by call site: `Name.init({ column: … }, { tableName: '…' })`.
 * @returns {Map<string, { type: ts.Type, table: string, names: string[] }>}
 */
export function modelsIn(program, root, folder) {
  const checker = program.getTypeChecker()
  const models = new Map()
  forEachCall(program, root, folder, ({ expression, arguments: [columns, options] }, place) => {
    if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'init') return
    const table = /tableName: '(\w+)'/.exec(options?.getText())?.[1]
    const type = checker.getDeclaredTypeOfSymbol(checker.getSymbolAtLocation(expression.expression))
    const properties = table ? checker.getTypeAtLocation(columns).getProperties() : []
    if (table) models.set(place, { type, table, names: properties.map(({ name }) => name) })
  })
  return models
}

function forEachCall(program, root, folder, see) {
  for (const file of program.getSourceFiles()) {
    const name = relative(root, file.fileName)
    if (!name.startsWith(`${folder}/`) || /\.test\.tsx?$/.test(name)) continue
    const visit = (node) => {
      if (ts.isCallExpression(node)) {
        const { line, character } = file.getLineAndCharacterOfPosition(node.getStart())
        see(node, `${name}:${line + 1}:${character + 1}`)
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
}

/**
 * Returns the records of tests/rows/record.ts in `folder`, by call site.
 * @returns {Map<string, Answer>}
 */
export function answersIn(folder, asked) {
  const answers = new Map()
  for (const file of readdirSync(folder)) {
    const places = []
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
      const { at, calls, before, sql, nulls, name, kind, value } = JSON.parse(line)
      if (calls) places.push(locationOf(calls, before, asked))
      const place = places[at]
      if (!place) continue
      const answer = entryOf(answers, place, { statements: new Set(), kinds: new Map(), values: new Map(), nulls: [] })
      if (sql) answer.statements.add(sql)
      if (nulls) answer.nulls.push(nulls)
      if (kind) entryOf(answer.kinds, name, new Set()).add(kind)
      if (value !== undefined) entryOf(answer.values, name, new Set()).add(value)
    }
  }
  return answers
}

function locationOf(calls, before, asked) {
  const isWhole = (place) => asked.get(place)?.type
  const outermost = asked.get(calls.at(-1))
  // After an await, the caller of a reader is missing from the stack; its previous statement, from the same call,
  // identifies it.
  const isItsCall = (place) => isWhole(place) && asked.get(place).reader === outermost?.inside
  return calls.find(isWhole) ?? (outermost && before.find(isItsCall))
}

function entryOf(map, key, otherwise) {
  if (!map.has(key)) map.set(key, otherwise)
  return map.get(key)
}

/** Returns true when a row type has no columns: the statement only locks a row or checks its existence. */
export function isOfNothing(type) {
  return branchesOf(type).every((branch) => branch.getProperties().length === 0 && !branch.getStringIndexType())
}

/**
 * Returns the faults of a call's row type, a sentence each; `connection` knows the tables.
 * @param {Asked} call
 */
export async function faultsOf({ type, isSelected }, answer, checker, connection) {
  const faults = new Set()
  const columns = new Map()
  for (const sql of answer.statements) {
    const found = await columnsOf(connection, sql)
    for (const { name, flags } of branchesOf(type).flatMap((branch) => branch.getProperties())) {
      if (flags & ts.SymbolFlags.Optional || found.some((column) => column.name === name)) continue
      faults.add(`${name} is not answered`)
    }
    for (const column of found) entryOf(columns, column.name, []).push({ ...column, sql })
  }
  for (const fault of await faultsOfColumns(type, columns, answer, checker, connection)) {
    // A selection turns null into false or an empty list.
    if (!isSelected || (/ was null,/.test(fault) && !/boolean$|\[\]$/.test(fault))) faults.add(fault)
  }
  return [...faults]
}

/**
 * Returns the faults of a model's columns: null must match the table, and an ENUM must list all its words. Booleans are
 * `boolean` there, because Sequelize converts them.
 */
export async function faultsOfModel({ type, table, names }, checker, connection) {
  const stored = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const sql = `SELECT ${names.map((name) => `${stored(name)} AS \`${name}\``).join(', ')} FROM ${table}`
  const columns = new Map((await columnsOf(connection, sql)).map((column) => [column.name, [{ ...column, sql }]]))
  const [told] = await connection.promise().query(`SHOW COLUMNS FROM ${table} WHERE Type LIKE 'enum%'`)
  const words = new Map(
    told.map(({ Field, Type }) => [Field, [...Type.matchAll(/'([^']*)'/g)].map(([, word]) => word)]),
  )
  const values = new Map(names.map((name) => [name, words.get(stored(name)) ?? []]))
  const faults = await faultsOfColumns(type, columns, { kinds: new Map(), values, nulls: [] }, checker, connection)
  return faults.filter((fault) => !/ is number, the type says .*\bboolean\b/.test(fault))
}

async function faultsOfColumns(type, columns, answer, checker, connection) {
  const branches = branchesOf(type)
  const faults = []
  // Parts of a column's type by branch of a union; empty when the branch lacks the property, which then cannot be read.
  const partsIn = new Map()
  for (const [name, variants] of columns) {
    const types = branches.map((branch) => {
      const property = branch.getProperty(name)
      return property ? checker.getTypeOfSymbol(property) : branch.getStringIndexType()
    })
    partsIn.set(name, types.map(branchesOf))
    const known = types.filter(Boolean)
    if (known.length === 0) faults.push(`${name} is answered, and the type has no such property`)
    else {
      const told = known.map((one) => checker.typeToString(one)).join(' | ')
      const found = await faultsOfColumn(name, variants, partsIn.get(name), answer, connection)
      faults.push(...found.map((fault) => `${name} ${fault}, the type says ${told}`))
    }
  }
  for (const together of branches.length === 1 ? [] : answer.nulls) {
    const fits = (_, branch) =>
      [...partsIn].every(([name, { [branch]: parts }]) =>
        together.includes(name) ? parts.length === 0 || parts.some(isNull) : parts.length === 0 || !parts.every(isNull),
      )
    if (!branches.some(fits)) faults.push(`only ${together.join(', ')} were null together, as in no branch of the type`)
  }
  return faults
}

async function faultsOfColumn(name, variants, partsIn, { kinds, values }, connection) {
  const faults = []
  const parts = partsIn.flat()
  const allowed = new Set(parts.map(kindOf))
  const seen = kinds.get(name) ?? new Set()
  for (const kind of new Set([...variants.map((variant) => variant.kind), ...seen])) {
    if (kind !== 'null' && !allowed.has(kind)) faults.push(`is ${kind}`)
  }
  if (allowed.has('null')) {
    // Only for one kind beside null: a generic cell type serves many columns.
    const isSure = allowed.size === 2 && partsIn.length === 1 && variants.every(({ nullable }) => !nullable)
    if (isSure) faults.push('is never null')
  } else if (partsIn.every(({ length }) => length > 0)) {
    if (seen.has('null')) faults.push('was null')
    else if (await mayBeNull(connection, variants)) faults.push('may be null')
  }
  const isListed = parts.every((part) => part.isLiteral() || isNull(part))
  for (const value of isListed ? (values.get(name) ?? []) : []) {
    if (!parts.some((part) => part.value === value)) faults.push(`was ${JSON.stringify(value)}`)
  }
  return faults
}

async function mayBeNull(connection, variants) {
  for (const { sql, ...column } of variants) {
    if (column.nullable && !(await isNeverNull(connection, sql, column))) return true
  }
  return false
}

const branchesOf = (type) => (type ? (type.isUnion() ? type.types : [type]) : [])
const isNull = (type) => Boolean(type.flags & ts.TypeFlags.Null)

/** Returns the kind of a type's values, as in JavaScript. */
function kindOf(type) {
  const { flags } = type
  if (flags & ts.TypeFlags.StringLike) return 'string'
  if (flags & ts.TypeFlags.NumberLike) return 'number'
  if (flags & ts.TypeFlags.BooleanLike) return 'boolean'
  if (flags & ts.TypeFlags.BigIntLike) return 'bigint'
  if (flags & ts.TypeFlags.Null) return 'null'
  // A branded type intersects the value's type with an object.
  if (type.isIntersection()) return type.types.map(kindOf).find((kind) => kind !== '__type')
  return type.symbol?.name ?? 'unknown'
}
