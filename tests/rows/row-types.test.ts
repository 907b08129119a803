import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Connection, createConnection, type RowDataPacket } from 'mysql2'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnsOf, isNeverNull } from './never-null.mjs'
import { answersIn, faultsOf, faultsOfModel, isOfNothing, modelsIn, rowsAsked } from './row-types.mjs'

let folder = ''
let connection: Connection
let isMariaDb = false

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'shala-row-types-'))
  connection = createConnection((process.env.TEST_DATABASE_URL ?? '').replace(/^mariadb:/, 'mysql:'))
  const [rows] = await connection.promise().query<RowDataPacket[]>('SELECT VERSION() AS version')
  isMariaDb = /mariadb/i.test(String(rows[0]?.version))
  // MySQL's ONLY_FULL_GROUP_BY refuses the checker's queries for columns inside an aggregate.
  await connection.promise().query("SET SESSION sql_mode = REPLACE(@@sql_mode, 'ONLY_FULL_GROUP_BY', '')")
})

afterAll(() => {
  connection.end()
  rmSync(folder, { recursive: true, force: true })
})

const readers = `
export function select<Row extends object>(sql: string): Promise<Row[]> { return ask<Row>(sql) }
export async function selectOne<Row extends object>(sql: string): Promise<Row | null> { return (await select<Row>(sql))[0] ?? null }
export async function selectPage<Row extends object>(sql: string): Promise<Row[]> {
  await selectOne<{ total: number }>(sql)
  return select<Row>(sql)
}
declare function ask<Row>(sql: string): Promise<Row[]>
type Selection<Row> = { readonly [Name in keyof Row]: { readonly sql: string; readonly read?: (stored: unknown) => Row[Name] } }
export function selectRows<Row extends object>(selection: Selection<Row>, rest: string): Promise<Row[]> { return select<Row>(rest) }
type Joined<T> = T | { [K in keyof T]: null }
type PublicId = string & { readonly brand: 'PublicId' }
`

/** Returns the calls in a source that imports the readers, and the type checker. */
function read(source: string) {
  const file = path.join(folder, 'app/reads.ts')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${readers}${source}`)
  const program = ts.createProgram([file], { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [] })
  const own = readers.split('\n').length - 1
  const all = rowsAsked(program, folder, 'app')
  const asked = [...all].filter(([place]) => Number(place.split(':')[1]) > own)
  return { all, asked, checker: program.getTypeChecker() }
}

/** Returns the faults of a row type whose statement returned these rows. */
async function faults(type: string, sql: string, rows: object[] = [], call = `select<${type}>('')`) {
  const { all, asked, checker } = read(call)
  const [[place, found] = ['', null]] = asked
  const facts = [{ calls: [place], before: [] }, { at: 0, sql }, ...rows.flatMap(factsOf)]
  const recorded = path.join(folder, 'recorded')
  mkdirSync(recorded, { recursive: true })
  writeFileSync(path.join(recorded, '1.jsonl'), facts.map((fact) => JSON.stringify(fact)).join('\n'))
  const answer = answersIn(recorded, all).get(place)
  if (!found || !answer) throw new Error('The call was not found')
  return faultsOf(found, answer, checker, connection)
}

function factsOf(row: object): object[] {
  const cells = Object.entries(row)
  const nulls = cells.flatMap(([name, value]) => (value === null ? name : []))
  const seen = cells.map(([name, value]) => ({ at: 0, name, kind: value === null ? 'null' : typeof value }))
  return [{ at: 0, nulls }, ...seen, ...cells.map(([name, value]) => ({ at: 0, name, value: value ?? undefined }))]
}

const student = 'SELECT id, email, status, created_at AS at, date_of_birth AS bornOn FROM students'
const right = `{ id: number; email: string | null; status: 'active' | 'inactive' | 'left'; at: Date; bornOn: string }`

describe('a row type', () => {
  it("has no fault when it matches the statement's result", async () => {
    expect(await faults(right, student, [{ id: 1, email: null, status: 'left' }])).toEqual([])
    expect(await faults(`{ publicId: PublicId; n?: number }`, 'SELECT public_id AS publicId FROM students')).toEqual([])
    expect(await faults('Record<string, string | number>', 'SELECT id, first_name FROM students')).toEqual([])
  })

  it.each([
    [
      'a column that is not asked for',
      '{ id: number; name: string }',
      'SELECT id FROM students',
      [],
      'name is not answered',
    ],
    [
      'a column that nobody can read',
      '{ id: number }',
      'SELECT id, email FROM students',
      [],
      'email is answered, and the type has no such property',
    ],
    ['a text for a number', '{ id: string }', 'SELECT id FROM students', [], 'id is number, the type says string'],
    [
      'a sum, which comes as a text',
      '{ n: number }',
      'SELECT COALESCE(SUM(id), 0) AS n FROM students',
      [],
      'n is string, the type says number',
    ],
    [
      'a yes and no, which come as 1 and 0',
      '{ rte: boolean }',
      'SELECT rte FROM students',
      [],
      'rte is number, the type says boolean',
    ],
    [
      'a day for a moment',
      '{ d: Date }',
      'SELECT date_of_birth AS d FROM students',
      [],
      'd is string, the type says Date',
    ],
    [
      'a kind seen that the server did not tell',
      '{ id: number }',
      'SELECT id FROM students',
      [{ id: 'x' }],
      'id is string, the type says number',
    ],
    [
      'no null where there may be one',
      '{ email: string }',
      'SELECT email FROM students',
      [],
      'email may be null, the type says string',
    ],
    [
      'no null where there was one',
      '{ n: string }',
      `SELECT 'a' AS n`,
      [{ n: null }],
      'n was null, the type says string',
    ],
    [
      'null where there is none',
      '{ id: number | null }',
      'SELECT id FROM students',
      [],
      'id is never null, the type says number | null',
    ],
    [
      'a word that is not in the list',
      `{ s: 'active' }`,
      'SELECT status AS s FROM students',
      [{ s: 'left' }],
      `s was "left", the type says "active"`,
    ],
    [
      'a number that is not in the list',
      '{ n: 0 | 1 }',
      'SELECT rte AS n FROM students',
      [{ n: 2 }],
      'n was 2, the type says 0 | 1',
    ],
    [
      'a cell of a kind that no cell has',
      'Record<string, string>',
      'SELECT id FROM students',
      [],
      'id is number, the type says string',
    ],
  ])('has a fault: %s', async (_, type, sql, rows, fault) => {
    expect(await faults(type, sql, rows)).toEqual([fault])
  })

  it('has all columns of a LEFT JOIN or none', async () => {
    const sql =
      'SELECT s.id, g.father_name AS father, g.mother_name AS mother FROM students s LEFT JOIN guardians g ON g.student_id = s.id'
    const type = '{ id: number } & Joined<{ father: string; mother: string }>'
    const nobody = { id: 1, father: null, mother: null }
    expect(await faults(type, sql, [nobody, { id: 2, father: 'Anil', mother: 'Sunita' }])).toEqual([])
    expect(await faults(type, sql, [{ ...nobody, father: 'Anil' }])).toEqual([
      'only mother were null together, as in no branch of the type',
    ])
    expect(await faults('{ id: number; father: string; mother: string }', sql)).toHaveLength(2)
  })
})

it('checks only names and nulls of a selection, which converts the kinds itself', async () => {
  const type = '{ id: number; isRte: boolean; email: string }'
  const call = `declare const columns: Selection<${type}>; selectRows(columns, '')`
  const sql = 'SELECT id, rte AS isRte, email FROM students'
  expect(await faults(type, sql, [{ id: 1, isRte: 1, email: null }], call)).toEqual([
    'email was null, the type says string',
  ])
  expect(await faults(type, 'SELECT id, email FROM students WHERE email IS NOT NULL', [], call)).toEqual([
    'isRte is not answered',
  ])
})

it('finds every call by its call site, also after an await in a reader, and statements without columns', () => {
  const { all, asked } = read(`
const a = await selectOne('')
const b: Array<{ id: number }> = await select('')
export const c = () => selectPage<{ id: number }>('')`)
  expect(asked.map(([, { reader, type }]) => [reader, type && isOfNothing(type)])).toEqual([
    ['selectOne', true],
    ['select', false],
    ['selectPage', false],
  ])
  const [page = ''] = asked.at(-1) ?? []
  const inner = [...all].find(([, { inside, type }]) => inside === 'selectPage' && !type)?.[0]
  const counted = [...all].find(([, { inside, type }]) => inside === 'selectPage' && type)?.[0]
  const recorded = path.join(folder, 'waited')
  mkdirSync(recorded)
  const facts = [
    { calls: [inner], before: [counted, page] },
    { at: 0, sql: 'SELECT 1' },
  ]
  writeFileSync(path.join(recorded, '1.jsonl'), facts.map((fact) => JSON.stringify(fact)).join('\n'))
  expect([...answersIn(recorded, all).keys()]).toEqual([page])
})

it('checks a model against its table: nulls, kinds and the words of an ENUM', async () => {
  const file = path.join(folder, 'app/tables.ts')
  mkdirSync(path.dirname(file), { recursive: true })
  const model = (id: string, more: string) => `
class Student { declare id: ${id}; ${more}; save() {} static init(columns: object, options: object) {} }
Student.init({ id: 1, email: 1, status: 1, dateOfBirth: 1, rte: 1 }, { tableName: 'students' })`
  const faultsWith = async (source: string) => {
    writeFileSync(file, source)
    const program = ts.createProgram([file], { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [] })
    const [one] = modelsIn(program, folder, 'app').values()
    return one && faultsOfModel(one, program.getTypeChecker(), connection)
  }
  const words = `'active' | 'inactive' | 'left'`
  const sound = `email: string | null; dateOfBirth: string; rte: boolean; status: ${words}`
  expect(await faultsWith(model('number & { made?: true }', sound))).toEqual([])
  const wrong = `email: string; dateOfBirth: Date; rte: string; status: 'active' | 'inactive'`
  expect(await faultsWith(model('number | null', wrong))).toEqual([
    'id is never null, the type says number | null',
    'email may be null, the type says string',
    'status was "left", the type says "active" | "inactive"',
    'dateOfBirth is string, the type says Date',
    'rte is number, the type says string',
  ])
})

describe('a column that the server treats as nullable', () => {
  const from = 'FROM students s LEFT JOIN guardians g ON g.student_id = s.id'
  it.each([
    ['a name made of names', `SELECT CONCAT(s.first_name, ' ', s.last_name) AS x ${from}`, true],
    ['a name made of what may be missing', `SELECT CONCAT(s.first_name, ' (', g.father_name, ')') AS x ${from}`, false],
    ['a last resort', `SELECT CONCAT(COALESCE(g.father_name, ''), '.') AS x ${from}`, true],
    ['a count by itself', `SELECT (SELECT COUNT(*) FROM schools) AS x`, true],
    ['a value by itself', `SELECT (SELECT id FROM schools LIMIT 1) AS x`, false],
    ['a sum of nothing', `SELECT CAST(SUM(s.id) AS SIGNED) AS x ${from}`, false],
    ['the sum of a group', `SELECT CAST(SUM(s.id) AS SIGNED) AS x ${from} GROUP BY s.school_id`, true],
    ['the sum of a group of what may be missing', `SELECT MAX(g.father_name) AS x ${from} GROUP BY s.school_id`, false],
    [
      'the sum of a group below',
      `SELECT t.x + 1 AS x FROM (SELECT SUM(id) AS x FROM students GROUP BY school_id) t`,
      true,
    ],
    ['what the condition demands', `SELECT s.email AS x ${from} WHERE s.email IS NOT NULL`, true],
    ['what another condition demands', `SELECT s.email AS x ${from} WHERE g.father_name IS NOT NULL`, false],
    ['what only a LEFT JOIN demands', `SELECT g.father_name AS x ${from} AND g.father_name = 'Anil'`, false],
    ['beside a window', `SELECT s.first_name AS x, COUNT(*) OVER () AS n FROM students s`, true],
    ['a choice between texts', `SELECT IF(s.email = 'a', 'yes', 'no') AS x ${from}`, true],
    ['a choice with a way out', `SELECT CASE WHEN s.id = 1 THEN 'yes' END AS x ${from}`, false],
    ['a quotient', `SELECT s.id / s.version AS x ${from}`, false],
    [
      'both parts of a union',
      `SELECT LOWER(first_name) AS x FROM students UNION SELECT LOWER(name) AS x FROM schools`,
      true,
    ],
    [
      'one part of a union',
      `SELECT LOWER(first_name) AS x FROM students UNION SELECT LOWER(email) AS x FROM students`,
      false,
    ],
    [
      'a part without a name',
      `SELECT LOWER(first_name) AS x FROM students UNION SELECT LOWER(email) FROM students`,
      false,
    ],
  ])('%s', async (_, sql, expected) => {
    const column = (await columnsOf(connection, sql)).find(({ name }) => name === 'x')
    if (!column) throw new Error('The column is not answered')
    // MySQL recognises some of them itself.
    if (isMariaDb) expect(column.nullable).toBe(true)
    expect(!column.nullable || (await isNeverNull(connection, sql, column))).toBe(expected)
  })
})
