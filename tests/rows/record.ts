import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import mysql from 'mysql2'
import { Sequelize } from 'sequelize'
import { afterAll } from 'vitest'

/*
 * Records the database's responses to the product's statements with their call sites; tests/rows/rows.mjs compares the
 * row types with them. Active in runs with ROWS_FOLDER, without any code in the product.
 */

/** Calls that led to a statement, innermost first, and those of the previous statement in the same async context. */
interface StatementCalls {
  calls: string[]
  before: string[]
  isAnswered?: true
}

type Row = Record<string, unknown>
type Query = (this: unknown, ...given: unknown[]) => unknown

const folder = process.env.ROWS_FOLDER ?? ''
const root = path.resolve(import.meta.dirname, '../..')
const asked = new AsyncLocalStorage<StatementCalls | undefined>()
/** A column with more distinct values than this has no closed list of them. */
const listLength = 60

function watch(): void {
  const ask = Sequelize.prototype.query as Query
  Sequelize.prototype.query = function query(this: unknown, ...given: unknown[]) {
    const options = given[1] as { type?: string; raw?: boolean; model?: unknown } | undefined
    const calls = options?.type === 'SELECT' && options.raw && !options.model ? callsUnderWay() : []
    if (calls.length === 0) return asked.run(undefined, () => ask.apply(this, given))
    // Stays for the caller's next statement: after an await, a reader is identified by the previous one.
    asked.enterWith({ calls, before: asked.getStore()?.calls ?? [] })
    return ask.apply(this, given)
  } as typeof Sequelize.prototype.query

  const { prototype } = mysql.Connection as unknown as { prototype: { query: Query } }
  const send = prototype.query
  prototype.query = function query(...given) {
    const at = asked.getStore()
    const { sql } = given[0] as { sql?: string }
    const done = given.at(-1)
    // Ignores statements that tests send past Sequelize in the same context.
    if (!at || at.isAnswered || !sql || typeof done !== 'function') return send.apply(this, given)
    const told = (error: unknown, rows: Row[], columns?: { name: string }[]) => {
      if (columns) record(at, sql, columns, rows)
      done(error, rows, columns)
    }
    return send.apply(this, [...given.slice(0, -1), told])
  }
}

const places = new Map<string, string[]>()
/** Vitest's handler, which maps to the sources: modules of a test may replace it. */
const { prepareStackTrace: sourcesOf } = Error

/** Returns the current call sites in the sources; after an await, V8 does not know all. */
function callsUnderWay(): string[] {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.stackTraceLimit = 10
  Error.prepareStackTrace = (error, sites) => {
    const under = sites.filter((site) => !(site as unknown as { isAsync(): boolean }).isAsync())
    const key = under.map((site) => `${site.getFileName()}:${site.getPosition()}`).join()
    const found = places.get(key) ?? placesIn(String(sourcesOf?.(error, under)))
    places.set(key, found)
    return found
  }
  const calls = new Error().stack as unknown as string[]
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  return calls
}

/**
 * Returns the call sites up to the maximum depth between a call and the driver; code outside the product is one site,
 * and the last.
 */
function placesIn(stack: string): string[] {
  const calls = [...stack.matchAll(/\/[^\s()]+:\d+:\d+/g)]
    .map(([place]) => path.relative(root, place))
    .filter((place) => !/^\.\.|node_modules|tests\/rows/.test(place))
    .map((place) => (/^app\/(?!.*\.test\.)/.test(place) ? place : 'elsewhere'))
    .slice(0, 6)
  return calls.includes('elsewhere') ? calls.slice(0, calls.indexOf('elsewhere') + 1) : calls
}

const known = new Map<string, Set<unknown>>()

/** Returns true when `fact` is new for `of`; false once `most` facts are known. */
function isNew(of: string, fact: unknown, most = Infinity): boolean {
  const facts = known.get(of) ?? new Set()
  if (facts.has(fact) || facts.size >= most) return false
  known.set(of, facts.add(fact))
  return true
}

const numbers = new Map<string, number>()

/** Returns the number of a call site in this process's file; writes a new one first. */
function numberOf({ calls, before }: StatementCalls): number {
  const key = `${calls} ${before}`
  const number = numbers.get(key) ?? numbers.size
  if (number === numbers.size) {
    numbers.set(key, number)
    write({ calls, before })
  }
  return number
}

function record(asked: StatementCalls, sql: string, columns: { name: string }[], rows: Row[]): void {
  asked.isAnswered = true
  const at = numberOf(asked)
  if (isNew(String(at), shapeOf(sql))) write({ at, sql })
  for (const row of rows) {
    const nulls = columns.flatMap(({ name }) => (row[name] === null ? name : []))
    if (isNew(`${at} nulls`, nulls.join(), listLength)) write({ at, nulls })
  }
  for (const { name } of columns) {
    const column = `${at} ${name}`
    for (const row of rows) {
      const value = row[name]
      const kind = kindOf(value)
      if (isNew(column, kind)) write({ at, name, kind })
      if (typeof value !== 'object' && isNew(`${column} value`, value, listLength)) write({ at, name, value })
    }
  }
}

/** Returns the statement without its values, so that repetitions are one statement. */
function shapeOf(sql: string): string {
  return sql.replace(/'(?:[^'\\]|\\.)*'|\b\d+\b/g, '?').replace(/\?(?:, ?\?)+/g, '?')
}

let lines = ''
/** Random, because the system may reuse a process id in a long run. */
const ownFile = `${randomUUID()}.jsonl`

function write(fact: object): void {
  lines += `${JSON.stringify(fact)}\n`
}

function flush(): void {
  if (lines !== '') appendFileSync(path.join(folder, ownFile), lines)
  lines = ''
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return typeof value === 'object' ? value.constructor.name : typeof value
}

// Once per process, although Vitest may load this module again for each test file.
const recorder = globalThis as { [key: symbol]: typeof flush | undefined }
const key = Symbol.for('rows are recorded')
if (folder !== '') {
  if (!recorder[key]) {
    recorder[key] = flush
    mkdirSync(folder, { recursive: true })
    watch()
  }
  afterAll(recorder[key])
}
