import { insertRows, select } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { looseKey } from './cells'
import { type ColumnChoice, headingKey, type SheetColumn } from './columns'
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

/** Keeps what is said of a file's columns, and of its values, for the school's next file. */
export async function keepWords(
  scope: SchoolScope,
  kind: ImportKind,
  {
    columns,
    chosen,
    values,
  }: { columns: readonly SheetColumn[]; chosen: ColumnChoice; values: readonly ValueMeaning[] },
): Promise<void> {
  const keyOf = new Map(Object.entries(chosen).map(([key, index]) => [index, key]))
  const headings = new Map(
    // Without headings the first row stands for them: what has digits may be somebody's number.
    columns.flatMap(({ index, heading }) => {
      const word = headingKey(heading)
      return word === '' || /\d{4}/.test(word) ? [] : [[word, keyOf.get(index) ?? ''] as const]
    }),
  )
  const told = [
    ...[...headings].map(([word, key]) => ['', word, key] as const),
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
