import { insertRows, selectRows, text } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type ColumnChoice, headingKey, type SheetColumn } from './columns'
import type { ImportKind } from './options'
import { looseKey } from './values/cells'
import { isWideColumnKey } from './wide-columns'

const maxWordLength = 120

/** The school's choices for its earlier files. */
export interface ImportWords {
  /** Key of the column by normalized heading; empty if that column is ignored. */
  headings: Map<string, string>
  /** Meaning of a value, by the key of its column and the normalized value. */
  values: Map<string, Map<string, string>>
}

export async function readWords(scope: SchoolScope, kind: ImportKind): Promise<ImportWords> {
  const rows = await selectRows(
    { columnKey: text('column_key'), word: text('word'), meaning: text('meaning') },
    'FROM import_words WHERE school_id = :schoolId AND kind = :kind ORDER BY column_key, word',
    { schoolId: scope.schoolId, kind },
  )
  const words: ImportWords = { headings: new Map(), values: new Map() }
  for (const { columnKey, word, meaning } of rows) {
    if (columnKey === '') words.headings.set(word, meaning)
    else words.values.set(columnKey, (words.values.get(columnKey) ?? new Map()).set(word, meaning))
  }
  return words
}

/** Meaning of a value in a column; an empty one removes the earlier meaning. */
export interface ValueMeaning {
  columnKey: string
  value: string
  meaning: string
}

type HeadingChoice = { columns: readonly SheetColumn[]; chosen: ColumnChoice }

/**
 * Returns the school's choices by normalized heading: the column's key, or '' for a known column that the user ignored.
 * Skips columns of a single fee or month, and headings of several columns that the user mapped to different fields.
 * Among columns with the same heading, ignored ones do not count if another one is mapped.
 * Returns nothing if no heading is known: the first row may then be a student's data, whose names must not be stored.
 */
function headingChoices({ columns, chosen }: HeadingChoice) {
  const hadMeaning = ({ reading }: SheetColumn) => reading !== undefined && reading.doubt !== 'looks-like'
  const keyOf = new Map(Object.entries(chosen).map(([key, index]) => [index, key]))
  const keysOf = new Map<string, Set<string>>()
  for (const column of columns.some(hadMeaning) ? columns : []) {
    const [word, key] = [headingKey(column.heading), keyOf.get(column.index) ?? '']
    // Skips a heading with four consecutive digits, which may be a person's number.
    if (word === '' || /\d{4}/.test(word) || isWideColumnKey(key) || (key === '' && !hadMeaning(column))) continue
    keysOf.set(word, (keysOf.get(word) ?? new Set()).add(key))
  }
  return [...keysOf].flatMap(([word, keys]) => {
    const [key = '', ...others] = keys.size > 1 ? [...keys].filter(Boolean) : keys
    return others.length > 0 ? [] : [[word, key] as const]
  })
}

/** Stores how the school mapped a file's columns and values, to reuse for its next file. */
export async function keepWords(
  scope: SchoolScope,
  kind: ImportKind,
  { values, ...choice }: HeadingChoice & { values: readonly ValueMeaning[] },
): Promise<void> {
  const wordRows = [
    ...headingChoices(choice).map(([word, key]) => ['', word, key] as const),
    ...values.map(({ columnKey, value, meaning }) => [columnKey, looseKey(value), meaning] as const),
  ]
  await insertRows(
    'import_words',
    ['school_id', 'kind', 'column_key', 'word', 'meaning'],
    wordRows
      .filter(([, word]) => word.length <= maxWordLength)
      .map(([columnKey, word, meaning]) => [scope.schoolId, kind, columnKey, word, meaning]),
    'ON DUPLICATE KEY UPDATE meaning = VALUES(meaning)',
  )
}
