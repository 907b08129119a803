import { selectCells, selectRows, text } from '~/database/database.server'

/** Describes how rows of a table are read and written back exactly: every value as text. */
export interface RowShape {
  table: string
  /** Content type by column name, without generated columns. */
  columns: ReadonlyMap<string, 'text' | 'bytes' | 'other'>
  primaryKey: readonly string[]
  /** Unique keys other than the primary key. */
  unique: ReadonlyArray<readonly string[]>
}

export type RowShapes = ReadonlyMap<string, RowShape>

/** Matches the `extra` of a generated column, but not `DEFAULT_GENERATED`, by which MySQL marks a computed default. */
const generated = /(VIRTUAL|STORED|PERSISTENT) GENERATED/i

/** Reads the current shapes of all tables. Call it for each run, because an upgrade may have changed them since. */
export async function readShapes(): Promise<RowShapes> {
  const [columns, keys] = await Promise.all([
    selectRows(
      { table: text('c.table_name'), name: text('c.column_name'), type: text('c.data_type'), extra: text('c.extra') },
      'FROM information_schema.columns c WHERE c.table_schema = DATABASE() ORDER BY c.table_name, c.ordinal_position',
    ),
    selectRows(
      {
        table: text('s.table_name'),
        name: text('s.index_name'),
        columns: text('GROUP_CONCAT(s.column_name ORDER BY s.seq_in_index)'),
      },
      'FROM information_schema.statistics s WHERE s.table_schema = DATABASE() AND s.non_unique = 0 GROUP BY s.table_name, s.index_name',
    ),
  ])
  const shapes = new Map<string, RowShape>()
  for (const table of new Set(columns.map((one) => one.table))) {
    const tableColumns = columns.filter((one) => one.table === table && !generated.test(one.extra))
    const ofTable = keys.filter((key) => key.table === table)
    shapes.set(table, {
      table,
      columns: new Map(tableColumns.map(({ name, type }) => [name, kindOf(type)])),
      primaryKey: ofTable.find(({ name }) => name === 'PRIMARY')?.columns.split(',') ?? [],
      unique: ofTable
        .filter(({ name }) => name !== 'PRIMARY')
        .map((key) => key.columns.split(','))
        .filter((set) => set.every((name) => tableColumns.some((column) => column.name === name))),
    })
  }
  return shapes
}

const kindOf = (type: string) => (/char|text|enum/i.test(type) ? 'text' : /binary|blob/i.test(type) ? 'bytes' : 'other')

/** Returns the shape of a table. @throws if the table does not exist or has no primary key */
export function shapeOf(shapes: RowShapes, table: string): RowShape {
  const shape = shapes.get(table)
  if (!shape || shape.primaryKey.length === 0) throw new Error(`The rows of ${table} cannot be told apart`)
  return shape
}

/**
 * SQL that reads a column, or an expression of its type, as text. @throws for binary columns, which text cannot hold
 */
export function readAs(shape: RowShape, column: string, sql = `t.${column}`): string {
  const kind = shape.columns.get(column)
  if (kind === 'bytes') throw new Error(`${shape.table}.${column} holds bytes, and is kept as text`)
  return kind === 'text' ? sql : `CAST(${sql} AS CHAR)`
}

/** SQL condition that selects the rows `t` whose key is in a list. `keyValues` returns the list for `parameter`. */
export const hasKey = ({ primaryKey }: RowShape, parameter = 'keys') =>
  primaryKey.length === 1
    ? `t.${primaryKey[0]} IN (:${parameter})`
    : `(${primaryKey.map((name) => `t.${name}`).join(', ')}) IN (:${parameter})`

export type TextRow = Readonly<Record<string, string | null>>

export function keyValues({ primaryKey }: RowShape, keys: readonly TextRow[]): readonly string[] {
  const sets = keys.map((key) => primaryKey.map((name) => String(key[name])))
  // The driver expands nested lists to rows, although the type does not allow them.
  return (primaryKey.length === 1 ? sets.flat() : sets) as readonly string[]
}

/** Primary key of a row as one text, for use as the key of a Map. */
export const keyText = ({ primaryKey }: RowShape, row: TextRow) => JSON.stringify(primaryKey.map((name) => row[name]))

/** Runs a statement whose columns are read by `readAs`: each cell is text or null. */
export async function selectTexts(
  sql: string,
  values: Parameters<typeof selectCells>[1],
): Promise<Record<string, string | null>[]> {
  return (await selectCells(sql, values)) as Record<string, string | null>[]
}
