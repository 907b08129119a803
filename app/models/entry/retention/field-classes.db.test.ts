import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { replacements } from '~/models/core/shared/data-classes'
import { readRows } from '../../../../tests/factories/read'
import { classKeys } from './field-classes'
import { fieldsOf, nobodysColumns, removableFields } from './field-columns.server'
import { filesOf } from './remove-data.server'
import { owners } from './seal-removed.server'

/** Columns that need no field class, each with its reason. A removal keeps the row and these columns. */
const unclassified: Array<{ is: (column: Column) => boolean; because: string }> = [
  {
    is: ({ key, whole }) => key !== '' && /^bigint.*unsigned/.test(whole),
    because: 'key: the other row is classified',
  },
  { is: ({ name, whole }) => /_(id|by|of)$/.test(name) && /^bigint/.test(whole), because: 'key without a constraint' },
  { is: ({ extra }) => /GENERATED/.test(extra), because: 'computed from columns that are classified' },
  { is: ({ type }) => type === 'datetime', because: 'timestamp: says when, not what' },
  { is: ({ name }) => /(^|_)(state|status)$/.test(name), because: 'state: where the row stands in its course' },
  { is: ({ name }) => ['public_id', 'form_key', 'version'].includes(name), because: 'every row has one' },
  { is: ({ name }) => name === 'language', because: 'the language of letters and papers, a setting' },
]

/** Names of text columns that may be about a person, although the table is not. */
const suggestsPerson =
  /(_|^)(phone|mobile|email|licence|person|words|remarks|reason|note)$|contact_(name|number)$|_(name|address|by|to)$/
/** Tables about the installation, whose texts concern no person. */
const ofInstallation = new Set(['backups', 'kept_numbers', 'migrations', 'table_versions', 'workers'])

/** Columns that refer to a person. A table is about people if it has such a column or is in `aboutPersons`. */
const refersToPerson = /^(student|guardian|guardian_account|account|staff|staff_user|teacher|admission)_id$/
const aboutPersons = new Set([
  ...['students', 'family_guardians', 'guardian_accounts', 'staff_users', 'teachers', 'admissions'],
  ...Object.keys(owners),
])

interface Column {
  table: string
  name: string
  type: string
  whole: string
  nullable: string
  key: string
  extra: string
}

const readColumns = () =>
  readRows<Column>(
    `SELECT table_name AS \`table\`, column_name AS name, data_type AS type, column_type AS whole, is_nullable AS nullable,
       column_key AS \`key\`, extra AS extra
     FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position`,
  )

const homes = () =>
  classKeys.flatMap((key) =>
    Object.entries(fieldsOf(key).columns).flatMap(([table, list]) =>
      list.map(({ column }) => ({ key, place: `${table}.${column}` })),
    ),
  )

it('loads every file that describes database tables', () => {
  const described = Object.keys(import.meta.glob('/app/models/*/*/tables.server.ts'))
  const source = readFileSync('app/models/entry/retention/described-tables.server.ts', 'utf8')
  const loaded = [...source.matchAll(/^import '(.*)'$/gm)].map(([, file = '']) =>
    file.replace('~', '/app').replace('./', '/app/models/entry/retention/'),
  )
  expect(loaded.map((file) => `${file}.ts`).sort()).toEqual(described.sort())
})

it('assigns every column about a person, and every text that may be about a person, to one field class', async () => {
  const columns = await readColumns()
  const classed = new Map<string, string[]>()
  for (const { key, place } of homes()) classed.set(place, [...(classed.get(place) ?? []), key])
  for (const place of nobodysColumns) classed.set(place, [...(classed.get(place) ?? []), 'nobody'])
  for (const { table, name } of columns) if (refersToPerson.test(name)) aboutPersons.add(table)
  expect(aboutPersons.size).toBeGreaterThan(70)
  const removedWhole = new Set(removableFields.flatMap(([, { rows = [] }]) => rows))
  const isText = ({ type }: Column) => /char|text|binary|blob/.test(type)
  const needsClass = (one: Column) =>
    aboutPersons.has(one.table)
      ? !unclassified.some(({ is }) => is(one)) && !removedWhole.has(one.table)
      : isText(one) && suggestsPerson.test(one.name) && !ofInstallation.has(one.table)
  const forgotten = columns.filter((one) => needsClass(one) && !classed.has(`${one.table}.${one.name}`))
  expect(forgotten.map(({ table, name }) => `${table}.${name}`)).toEqual([])
  expect([...classed].filter(([, keys]) => keys.length > 1)).toEqual([])
  const known = new Set(columns.map(({ table, name }) => `${table}.${name}`))
  expect([...classed.keys()].filter((place) => !known.has(place))).toEqual([])
})

it('erases by NULL where the column allows it, and by a fixed value elsewhere', async () => {
  const columns = new Map((await readColumns()).map((one) => [`${one.table}.${one.name}`, one]))
  const wrong = removableFields.flatMap(([, { columns: tables }]) =>
    Object.entries(tables).flatMap(([table, list]) =>
      list
        .filter(({ column, replacement }) => {
          const nullable = columns.get(`${table}.${column}`)?.nullable === 'YES'
          return replacement === null ? !nullable : replacement !== 'emptyTextUnlessNull' && nullable
        })
        .map(({ column }) => `${table}.${column}`),
    ),
  )
  expect(wrong).toEqual([])
  for (const key of classKeys)
    for (const list of Object.values(fieldsOf(key).columns))
      for (const { replacement } of list) expect(replacement === null || replacement in replacements).toBe(true)
})

it('assigns every file of a student to a field class, or keeps it permanently', async () => {
  const found = await readRows<{ place: string }>(
    `SELECT CONCAT(k.table_name, '.', k.column_name) AS place FROM information_schema.key_column_usage k
     WHERE k.table_schema = DATABASE() AND k.referenced_table_name = 'files' AND (k.table_name = 'students' OR EXISTS
       (SELECT 1 FROM information_schema.columns c WHERE c.table_schema = DATABASE() AND c.table_name = k.table_name AND c.column_name = 'student_id'))`,
  )
  const going = Object.values(filesOf).map(({ table, column }) => `${table}.${column}`)
  // Documents have their own rows, and a thumbnail is deleted with its picture.
  const others = ['student_documents.file_id', 'files.thumbnail_of']
  const forGood = ['receipts.file_id', 'certificates.logo_file_id', 'certificate_copies.file_id']
  const known = [...going, ...others, ...forGood]
  expect(found.map(({ place }) => place).filter((place) => !known.includes(place))).toEqual([])
  expect(found.map(({ place }) => place)).toEqual(expect.arrayContaining(going))
})
