import { insertRows, select } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { looseKey } from './cells'
import { type ColumnChoice, type ColumnSpec, headingKey, matchColumns, type SheetColumn } from './columns'
import type { ImportKind } from './options'

const maxWordLength = 120

/** What a school said of its earlier files. */
export interface ImportWords {
  /** The key of the column by what a heading comes to; empty where that column is ignored. */
  headings: Map<string, string>
  /** What a value means, by the key of its column and what the value comes to. */
  values: Map<string, Map<string, string>>
}

export async function readWords(scope: SchoolScope, kind: ImportKind): Promise<ImportWords> {
  const rows = await select<{ columnKey: string; word: string; meaning: string }>(
    `SELECT column_key AS columnKey, word, meaning FROM import_words
     WHERE school_id = :schoolId AND kind = :kind ORDER BY column_key, word`,
    { schoolId: scope.schoolId, kind },
  )
  const words: ImportWords = { headings: new Map(), values: new Map() }
  for (const { columnKey, word, meaning } of rows) {
    if (columnKey === '') words.headings.set(word, meaning)
    else words.values.set(columnKey, (words.values.get(columnKey) ?? new Map()).set(word, meaning))
  }
  return words
}

/** A value of a column and what it means; an empty meaning says that it means nothing any more. */
export interface ValueMeaning {
  columnKey: string
  value: string
  meaning: string
}

type Said = { columns: readonly SheetColumn[]; chosen: ColumnChoice }

/**
 * What is said of a file's headings by what they come to: the key of their column, or '' where one that would have been taken is ignored.
 * One that lost to another of the same meaning is not ignored for ever, and one that stands for two things says nothing. Where no heading is
 * known they are none: the first row of a file without headings holds somebody's name.
 */
function saidOfHeadings(specs: readonly ColumnSpec[], told: ImportWords['headings'], { columns, chosen }: Said) {
  const usual = new Set(Object.values(matchColumns(columns, specs, told)))
  const keyOf = new Map(Object.entries(chosen).map(([key, index]) => [index, key]))
  const keysOf = new Map<string, Set<string>>()
  for (const { index, heading } of usual.size === 0 ? [] : columns) {
    const [word, key] = [headingKey(heading), keyOf.get(index) ?? '']
    // What has digits may be somebody's number.
    if (word === '' || /\d{4}/.test(word) || (key === '' && !usual.has(index))) continue
    keysOf.set(word, (keysOf.get(word) ?? new Set()).add(key))
  }
  return [...keysOf].flatMap(([word, keys]) => {
    const [key = '', ...others] = keys.size > 1 ? [...keys].filter(Boolean) : keys
    return others.length > 0 ? [] : [[word, key] as const]
  })
}

/** Keeps what is said of a file's columns (`specs` are those that it may have), and of its values, for the school's next file. */
export async function keepWords(
  scope: SchoolScope,
  kind: ImportKind,
  { specs, values, ...said }: Said & { specs: readonly ColumnSpec[]; values: readonly ValueMeaning[] },
): Promise<void> {
  const { headings } = await readWords(scope, kind)
  const told = [
    ...saidOfHeadings(specs, headings, said).map(([word, key]) => ['', word, key] as const),
    ...values.map(({ columnKey, value, meaning }) => [columnKey, looseKey(value), meaning] as const),
  ]
  await insertRows(
    'import_words',
    ['school_id', 'kind', 'column_key', 'word', 'meaning'],
    told
      .filter(([, word]) => word.length <= maxWordLength)
      .map(([columnKey, word, meaning]) => [scope.schoolId, kind, columnKey, word, meaning]),
    'ON DUPLICATE KEY UPDATE meaning = VALUES(meaning)',
  )
}
