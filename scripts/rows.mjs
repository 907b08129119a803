import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import mysql, { Types } from 'mysql2'
import ts from 'typescript'
import { root } from './processes.mjs'

/** @typedef {{ call: ts.CallExpression, reader: string, inside?: string, type: ts.Type | null }} Asked a call of a reader; `type` is its row's, null in a reader that is handed it */
/** @typedef {{ name: string, kind: string, nullable: boolean, from: string }} Column */
/** @typedef {{ statements: Map<string, Column[]>, kinds: Map<string, Set<string>>, texts: Map<string, Set<string>> }} Answer */

/** What every reader builds on; a function that hands its own row type on to a reader is one too. */
const READERS = ['select', 'selectOne']

/** The calls of readers in the product by place (`app/…:line:column`). */
export function rowsAsked(program, folder = 'app') {
  const checker = program.getTypeChecker()
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => relative(root, fileName).startsWith(`${folder}/`) && !/\.test\.tsx?$/.test(fileName))
  const readers = new Set(READERS)
  const asked = new Map()
  for (let known = 0; known < readers.size; ) {
    known = readers.size
    for (const file of files) {
      visit(file, (call) => {
        const name = call.expression
        if (!ts.isIdentifier(name) || !readers.has(name.text)) return
        const signature = checker.getResolvedSignature(call)
        const type = signature && checker.getTypeArgumentsForResolvedSignature(signature)?.[0]
        if (!type) return
        const { line, character } = file.getLineAndCharacterOfPosition(name.getStart())
        const inside = ts.findAncestor(call, ts.isFunctionDeclaration)?.name.text
        if (type.isTypeParameter()) readers.add(inside)
        asked.set(`${relative(root, file.fileName)}:${line + 1}:${character + 1}`, {
          call,
          reader: name.text,
          inside,
          type: type.isTypeParameter() ? null : type,
        })
      })
    }
  }
  return asked
}

function visit(node, see) {
  if (ts.isCallExpression(node)) see(node)
  ts.forEachChild(node, (child) => visit(child, see))
}

/** What tests/setup/rows.ts recorded in `folder`, by the place that asked. */
export function answersIn(folder, asked) {
  const answers = new Map()
  for (const file of readdirSync(folder)) {
    const places = []
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
      const { at, calls, before, sql, name, kind, text } = JSON.parse(line)
      if (calls) places.push(placeOf(calls, before, asked))
      const place = places[at]
      if (!place) continue
      if (!answers.has(place)) answers.set(place, { statements: new Set(), kinds: new Map(), texts: new Map() })
      const { statements, kinds, texts } = answers.get(place)
      if (sql) statements.add(sql)
      if (kind) kinds.set(name, (kinds.get(name) ?? new Set()).add(kind))
      if (text !== undefined) texts.set(name, (texts.get(name) ?? new Set()).add(text))
    }
  }
  return answers
}

function placeOf(calls, before, asked) {
  const whole = (place) => asked.get(place)?.type
  const last = asked.get(calls.at(-1))
  // A reader that has waited was called by nobody that is still there: the one who called it sent a statement by it before.
  return calls.find(whole) ?? (last && before.find((place) => whole(place) && asked.get(place).reader === last.inside))
}

export async function prepare(connection, sql) {
  const statement = await new Promise((done, fail) =>
    connection.prepare(sql, (error, prepared) => (error ? fail(error) : done(prepared))),
  )
  statement.close()
  return statement.columns.map(({ name, columnType, characterSet, flags, orgTable, orgName }) => ({
    name,
    kind: kindOfColumn(columnType, characterSet),
    nullable: (flags & 1) === 0,
    from: orgName && `${orgTable}.${orgName}`,
  }))
}

function kindOfColumn(type, characterSet) {
  switch (type) {
    case Types.TINY:
    case Types.SHORT:
    case Types.LONG:
    case Types.INT24:
    case Types.LONGLONG:
    case Types.FLOAT:
    case Types.DOUBLE:
    case Types.YEAR:
      return 'number'
    case Types.DATETIME:
    case Types.TIMESTAMP:
      return 'Date'
    case Types.NEWDECIMAL:
    case Types.DATE:
    case Types.TIME:
      return 'string'
    case Types.NULL:
      return 'null'
    default:
      return characterSet === 63 ? 'Buffer' : 'string'
  }
}

/** What is wrong with the row type of one call, a sentence each. */
export function faultsOf({ call, type }, answer, checker) {
  const faults = new Set()
  const properties = new Map(checker.getPropertiesOfType(type).map((property) => [property.name, property]))
  const index = checker.getIndexTypeOfType(type, ts.IndexKind.String)
  // A row of nothing is asked for its lock or whether it is there.
  if (properties.size === 0 && !index) return []
  for (const columns of answer.shapes) {
    const names = new Set(columns.map(({ name }) => name))
    for (const [name, { flags }] of properties) {
      if (!names.has(name) && !(flags & ts.SymbolFlags.Optional)) faults.add(`${name} is not answered`)
    }
    for (const column of columns) {
      const property = properties.get(column.name)
      const wanted = property ? checker.getTypeOfSymbolAtLocation(property, call) : index
      if (!wanted) faults.add(`${column.name} is answered and not in the type`)
      else for (const fault of faultsOfColumn(column, wanted, answer, checker)) faults.add(`${column.name} ${fault}`)
    }
  }
  return [...faults]
}

function* faultsOfColumn({ name, kind, nullable, from }, type, { kinds, texts }, checker) {
  const allowed = new Set()
  const literals = []
  for (const part of type.isUnion() ? type.types : [type]) {
    allowed.add(kindOfType(part, checker))
    if (part.isStringLiteral()) literals.push(part.value)
  }
  if (allowed.has('unknown')) return yield 'is unknown in the type'
  const seen = new Set([kind, ...(kinds.get(name) ?? [])])
  for (const one of seen) {
    if (one === 'null') continue
    if (!allowed.has(one) && !(one === 'string' && literals.length)) yield `is ${one}, not ${checker.typeToString(type)} (${from})`
  }
  if (kinds.get(name)?.has('null') && !allowed.has('null')) yield `was null, not ${checker.typeToString(type)} (${from})`
  else if (nullable && !allowed.has('null')) yield `may be null, not ${checker.typeToString(type)} (${from})`
  else if (!nullable && allowed.has('null')) yield `is never null, type ${checker.typeToString(type)} (${from})`
  if (literals.length && !allowed.has('string')) {
    for (const text of texts.get(name) ?? []) if (!literals.includes(text)) yield `was '${text}', not ${checker.typeToString(type)}`
  }
}

function kindOfType(type, checker) {
  const { flags } = type
  if (flags & ts.TypeFlags.StringLiteral) return 'literal'
  if (flags & ts.TypeFlags.StringLike) return 'string'
  if (flags & ts.TypeFlags.NumberLike) return 'number'
  if (flags & ts.TypeFlags.BooleanLike) return 'boolean'
  if (flags & ts.TypeFlags.BigIntLike) return 'bigint'
  if (flags & ts.TypeFlags.Null) return 'null'
  if (flags & ts.TypeFlags.Undefined) return 'undefined'
  if (flags & ts.TypeFlags.Intersection) return kindOfType(type.types.find((part) => kindOfType(part, checker) !== 'Object'), checker)
  return type.symbol?.name ?? 'unknown'
}

function productProgram() {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: ['x'] }, ts.sys, root)
  const files = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(root, 'app', name))
    .filter((name) => /\bselect(One|Page)?\b[<(]/.test(readFileSync(name, 'utf8')))
  return ts.createProgram(files, { ...options, types: ['node'] })
}

const t = Date.now()
const program = productProgram()
console.log('program', Date.now() - t, program.getSourceFiles().length)
const asked = rowsAsked(program)
console.log('asked', Date.now() - t, asked.size)
const answers = answersIn(process.argv[2], asked)
const c = mysql.createConnection(process.env.TEST_DATABASE_URL)
let n = 0
for (const [place, site] of asked) {
  if (!site.type) { console.log(`${place}: reader`); continue }
  const answer = answers.get(place)
  if (!answer) { if (!process.argv[3]) console.log(`${place}: never asked`); continue }
  answer.shapes = []
  for (const sql of answer.statements) {
    try { answer.shapes.push(await prepare(c, sql)) } catch (e) { console.log(place, e.message, sql.slice(0, 200)) }
  }
  for (const fault of faultsOf(site, answer, program.getTypeChecker())) { n++; console.log(`${place}: ${fault}`) }
}
c.end()
console.log('done', Date.now() - t, n, 'answered', answers.size)
