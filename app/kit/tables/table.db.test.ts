import { expect, it } from 'vitest'
import { readRows } from '../../../tests/factories/read'
import { columnName, isKept, isNullable, tables } from './table.server'

interface StoredColumn {
  name: string
  type: string
  isNullable: 'YES' | 'NO'
  maxLength: number | null
  whole: string
}

/** Database types allowed for each kind. */
const stored: Record<string, RegExp> = {
  key: /^bigint$/,
  owner: /^bigint$/,
  foreign: /^bigint$/,
  file: /^bigint$/,
  code: /^char$/,
  line: /^(var)?char$/,
  lines: /^(varchar|text)$/,
  email: /^varchar$/,
  money: /^bigint$/,
  whole: /^(tiny|small)?int$/,
  typed: /^(tiny|small)?int$/,
  count: /^(tiny|small)?int$/,
  tick: /^tinyint$/,
  choice: /^enum$/,
  day: /^date$/,
  time: /^time$/,
  instant: /^datetime$/,
  degrees: /^decimal$/,
  marks: /^decimal$/,
  json: /^(medium)?text$/,
  localized: /^text$/,
  language: /^char$/,
}

await Promise.all(Object.values(import.meta.glob('../../models/*/*/tables.server.ts')).map((load) => load()))

it('finds all described tables', () => expect([...tables.keys()]).toContain('hostels'))

it.each([...tables])('the description of the table %s matches the database', async (name, described) => {
  const columns = await readRows<StoredColumn>(
    `SELECT COLUMN_NAME AS name, DATA_TYPE AS type, IS_NULLABLE AS isNullable, CHARACTER_MAXIMUM_LENGTH AS maxLength, COLUMN_TYPE AS whole
     FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = :name AND COALESCE(GENERATION_EXPRESSION, '') = ''`,
    { name },
  )
  const kept = Object.entries(described).filter(([, of]) => isKept(of))
  expect(kept.map(([key]) => columnName(key)).sort()).toEqual(columns.map((column) => column.name).sort())
  for (const [key, of] of kept) {
    const column = columns.find((one) => one.name === columnName(key))
    expect(column?.type, key).toMatch(stored[of.kind] ?? /never/)
    expect(column?.isNullable, key).toBe(isNullable(of) ? 'YES' : 'NO')
    if (column?.maxLength && /char/.test(column.type)) expect(column.maxLength, key).toBe(of.max)
    if (of.kind === 'choice') {
      const values = [...(column?.whole ?? '').matchAll(/'([^']*)'/g)].map((match) => match[1])
      expect(values, key).toEqual(of.options?.map(({ value }) => value))
    }
  }
})
