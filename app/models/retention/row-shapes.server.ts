import { select } from '~/database/database.server'

/** How the rows of a table are read and written back exactly: every value as text. */
export interface RowShape {
  table: string
  /** Without columns that the database reckons; by name what they hold. */
  columns: ReadonlyMap<string, 'text' | 'bytes' | 'other'>
  primaryKey: readonly string[]
  /** Sets of columns that no two rows share, without the primary key. */
  unique: ReadonlyArray<readonly string[]>
}

export type RowShapes = ReadonlyMap<string, RowShape>

interface Column {
  table: string
  name: string
  type: string
  extra: string
}

/** Not `DEFAULT_GENERATED`, by which MySQL means a default that is reckoned. */
const generated = /(VIRTUAL|STORED|PERSISTENT) GENERATED/i

/** The shapes of all tables, as the schema has them now: asked anew for each run, since an upgrade may come between two. */
export async function readShapes(): Promise<RowShapes> {
  const [columns, keys] = await Promise.all([
    select<Column>(
      `SELECT c.table_name AS \`table\`, c.column_name AS name, c.data_type AS type, c.extra AS extra
       FROM information_schema.columns c WHERE c.table_schema = DATABASE() ORDER BY c.table_name, c.ordinal_position`,
    ),
    select<{ table: string; name: string; columns: string }>(
      `SELECT s.table_name AS \`table\`, s.index_name AS name, GROUP_CONCAT(s.column_name ORDER BY s.seq_in_index) AS columns
       FROM information_schema.statistics s WHERE s.table_schema = DATABASE() AND s.non_unique = 0 GROUP BY s.table_name, s.index_name`,
    ),
  ])
  const shapes = new Map<string, RowShape>()
  for (const table of new Set(columns.map((one) => one.table))) {
    const own = columns.filter((one) => one.table === table && !generated.test(one.extra))
    const ofTable = keys.filter((key) => key.table === table)
    shapes.set(table, {
      table,
      columns: new Map(own.map(({ name, type }) => [name, kindOf(type)])),
      primaryKey: ofTable.find(({ name }) => name === 'PRIMARY')?.columns.split(',') ?? [],
      unique: ofTable
        .filter(({ name }) => name !== 'PRIMARY')
        .map((key) => key.columns.split(','))
        .filter((set) => set.every((name) => own.some((column) => column.name === name))),
    })
  }
  return shapes
}

const kindOf = (type: string) => (/char|text|enum/i.test(type) ? 'text' : /binary|blob/i.test(type) ? 'bytes' : 'other')

/** The shape of a table. @throws where there is no such table, or it has no primary key */
export function shapeOf(shapes: RowShapes, table: string): RowShape {
  const shape = shapes.get(table)
  if (!shape || shape.primaryKey.length === 0) throw new Error(`The rows of ${table} cannot be told apart`)
  return shape
}

/** The SQL that reads a column, or an expression of its type, as the text that is kept. @throws for bytes, which no text keeps */
export function readAs(shape: RowShape, column: string, sql = `t.${column}`): string {
  const kind = shape.columns.get(column)
  if (kind === 'bytes') throw new Error(`${shape.table}.${column} holds bytes, and is kept as text`)
  return kind === 'text' ? sql : `CAST(${sql} AS CHAR)`
}

/** A condition on rows `t` for many keys: the parameter `keys` holds what `keyValues` answers. */
export const hasKey = ({ primaryKey }: RowShape) =>
  primaryKey.length === 1
    ? `t.${primaryKey[0]} IN (:keys)`
    : `(${primaryKey.map((name) => `t.${name}`).join(', ')}) IN (:keys)`

export type Kept = Readonly<Record<string, string | null>>

export function keyValues({ primaryKey }: RowShape, keys: readonly Kept[]): readonly string[] {
  const sets = keys.map((key) => primaryKey.map((name) => String(key[name])))
  // Lists of lists are rows for the driver, whatever their type says.
  return (primaryKey.length === 1 ? sets.flat() : sets) as readonly string[]
}

/** A row by its key, as the key of a map. */
export const keyText = ({ primaryKey }: RowShape, row: Kept) => JSON.stringify(primaryKey.map((name) => row[name]))

/** The rows of a statement whose columns are read by `readAs`: each cell is a text or null, whatever the column. */
export async function selectTexts(
  sql: string,
  values: Parameters<typeof select>[1],
): Promise<Record<string, string | null>[]> {
  // Cells of any kind, as the database sees them.
  return (await select<Record<string, string | number | null>>(sql, values)) as Record<string, string | null>[]
}
