import { inParts } from '~/database/database.server'
import {
  hasKey,
  keyText,
  keyValues,
  type RowShape,
  type RowShapes,
  readAs,
  selectTexts,
  shapeOf,
  type TextRow,
} from '~/models/core/shared/row-shapes.server'
import { sealedFields } from '~/models/people/students/describe/parent-fields.server'
import { aadhaarScans } from '~/models/people/students/documents.server'
import type { ClassKey } from './field-classes'
import { isSame, type RemovedRow } from './seal-removed.server'

/** Data sealed together, in order of removal. */
export interface Part {
  id: number
  classKey: ClassKey
  bundle: string
  removed: RemovedRow[]
}

/** Obstacle to a restore: a field with a newer value, a conflicting row, a missing row, or a later run. */
export interface Obstacle {
  classKey: ClassKey
  table: string
  column: string | null
  because: 'changed' | 'taken' | 'gone' | 'later-run'
}

type Row = Record<string, string | null>

/** Writes of a restore, in this order. */
export interface Plan {
  obstacles: Obstacle[]
  deletions: Array<{ table: string; key: TextRow }>
  insertions: Array<{ table: string; row: TextRow }>
  changes: Array<{ table: string; key: TextRow; set: TextRow }>
  /** Files that were removed but are not restored. */
  leftFiles: number[]
}

interface Op {
  classKey: ClassKey
  removed: RemovedRow
}

interface State {
  before: Row | null
  now: Row | null
}

/**
 * Plans the restore of these parts, latest first, and locks every row it reads. Obstacles are reported, and their data
 * is left unchanged. If the school no longer keeps Aadhaar numbers (`lastFourSince`), it restores neither numbers nor
 * earlier scans.
 */
export async function planRestore(
  shapes: RowShapes,
  parts: readonly Part[],
  lastFourSince: Date | null,
): Promise<Plan> {
  const ops = parts
    .toSorted((one, other) => other.id - one.id)
    .flatMap(({ classKey, removed }) => removed.toReversed().map((each): Op => ({ classKey, removed: each })))
    .filter(({ removed }) => shapes.has(removed.table))
    .map((op) => (lastFourSince === null ? op : withoutNumbers(op)))
  const states = await readStates(shapes, ops)
  const obstacles: Obstacle[] = []
  const left = new Set<Op>(lastFourSince === null ? [] : ops.filter((op) => isOldScan(op, ops, lastFourSince)))
  for (const op of ops) {
    if (left.has(op)) continue
    const newObstacles = undo(shapes, states, op)
    obstacles.push(...newObstacles.map((one) => ({ ...one, classKey: op.classKey, table: op.removed.table })))
    const isWhole = op.removed.did !== 'changed' || newObstacles.length === Object.keys(op.removed.was).length
    if (newObstacles.length > 0 && isWhole) left.add(op)
  }
  for (const op of await findTaken(shapes, states, ops)) {
    obstacles.push({ classKey: op.classKey, table: op.removed.table, column: null, because: 'taken' })
    left.add(op)
    const state = stateOf(shapes, states, op.removed)
    if (state) state.now = state.before
  }
  return { ...writesOf(shapes, states, ops, left), obstacles }
}

const numberFields: readonly string[] = sealedFields

function withoutNumbers(op: Op): Op {
  const { removed } = op
  if (removed.table !== 'guardians' || removed.did !== 'changed') return op
  const was = Object.fromEntries(Object.entries(removed.was).filter(([column]) => !numberFields.includes(column)))
  return { ...op, removed: { ...removed, was } }
}

/** Returns true for a scan of an Aadhaar card from before the school kept only the last four digits. */
function isOldScan({ removed }: Op, ops: readonly Op[], since: Date): boolean {
  if (removed.did !== 'deleted' || !/^(student|admission)_documents$/.test(removed.table)) return false
  if (!(aadhaarScans as readonly string[]).includes(removed.was.kind ?? '')) return false
  const file = ops.find((one) => one.removed.table === 'files' && one.removed.key.id === removed.was.file_id)
  const madeAt = file?.removed.did === 'deleted' ? file.removed.was.created_at : null
  return madeAt == null || new Date(`${madeAt.replace(' ', 'T')}Z`) < since
}

type States = Map<string, Map<string, State>>

function stateOf(shapes: RowShapes, states: States, { table, key }: RemovedRow): State | undefined {
  return states.get(table)?.get(keyText(shapeOf(shapes, table), key))
}

/** Reads the current rows of every table that the restore writes to. */
async function readStates(shapes: RowShapes, ops: readonly Op[]): Promise<States> {
  const states: States = new Map()
  for (const table of new Set(ops.map(({ removed }) => removed.table))) {
    const shape = shapeOf(shapes, table)
    const tableRemovals = ops.flatMap(({ removed }) => (removed.table === table ? [removed] : []))
    const isWhole = tableRemovals.some(({ did }) => did === 'deleted')
    const changedColumns = tableRemovals.flatMap((one) => Object.keys('is' in one ? one.is : {}))
    const columns = [...shape.columns.keys()].filter(
      (column) =>
        isWhole || changedColumns.includes(column) || [shape.primaryKey, ...shape.unique].flat().includes(column),
    )
    const sql = columns.map((column) => `${readAs(shape, column)} AS \`${column}\``).join(', ')
    const ofTable = new Map(tableRemovals.map(({ key }) => [keyText(shape, key), { before: null, now: null } as State]))
    for (const keys of inParts(tableRemovals.map(({ key }) => key))) {
      const rows = await selectTexts(`SELECT ${sql} FROM ${table} t WHERE ${hasKey(shape)} FOR UPDATE`, {
        keys: keyValues(shape, keys),
      })
      for (const row of rows) ofTable.set(keyText(shape, row), { before: row, now: { ...row } })
    }
    states.set(table, ofTable)
  }
  return states
}

type Found = Pick<Obstacle, 'column' | 'because'>

/** Tables in which a missing row is an obstacle, because it granted a right; other missing rows are ignored. */
const missed: readonly string[] = ['guardian_links', 'family_guardians', 'guardian_accounts']

/**
 * Reverts one removal in the planned state.
 * @returns the obstacles, whose data is left unchanged
 */
function undo(shapes: RowShapes, states: States, { removed }: Op): Found[] {
  const state = stateOf(shapes, states, removed)
  if (!state) return []
  const { now } = state
  if (removed.did === 'deleted') {
    if (now) return [{ column: null, because: 'taken' }]
    const tableColumns = shapeOf(shapes, removed.table).columns
    state.now = Object.fromEntries(Object.entries(removed.was).filter(([column]) => tableColumns.has(column)))
    return []
  }
  if (removed.did === 'added') {
    if (now && Object.entries(removed.is).some(([column, value]) => !isSame(now[column], value)))
      return [{ column: null, because: 'later-run' }]
    state.now = null
    return []
  }
  if (!now) return missed.includes(removed.table) ? [{ column: null, because: 'gone' }] : []
  return Object.entries(removed.was).flatMap(([column, was]): Found[] => {
    const [current, is] = [now[column], removed.is[column]]
    // Skips a column that an upgrade has dropped, or that has its old value again.
    if (current === undefined || current === was) return []
    if (isSame(current, is)) now[column] = was
    else if (removed.table === 'audit_entries') now[column] = withFacts(current, is, was)
    else if (removed.table === 'retention_removals') return [{ column, because: 'later-run' }]
    else return [{ column, because: 'changed' }]
    return []
  })
}

/** Restores only this run's facts in an audit entry from which another run has removed more since. */
function withFacts(current: string | null, is: string | null | undefined, was: string | null): string | null {
  const facts = [current, is, was].map((text): Record<string, unknown> => JSON.parse(text ?? '{}'))
  const [now = {}, after = {}, before = {}] = facts
  const removedFacts = Object.entries(before).filter(([name]) => !Object.hasOwn(after, name))
  return JSON.stringify({ ...now, ...Object.fromEntries(removedFacts) })
}

/** Finds rows that cannot be restored because another row now has a value that must be unique. */
async function findTaken(shapes: RowShapes, states: States, ops: readonly Op[]): Promise<Op[]> {
  const conflictingOps: Op[] = []
  for (const [table, ofTable] of states) {
    const shape = shapeOf(shapes, table)
    const written = [...ofTable.values()].filter(({ before, now }) => now && hasOther(shape, before, now))
    for (const columns of shape.unique) {
      const newRows = written.flatMap(({ now }) => (now && columns.every((name) => now[name] != null) ? [now] : []))
      if (newRows.length === 0) continue
      const byColumns = { ...shape, primaryKey: columns }
      const each = newRows.map((row, index) => [`row${index}`, row] as const)
      // The database compares, because its collation decides whether upper and lower case are equal.
      const others = await selectTexts(
        `SELECT ${shape.primaryKey.map((name) => `${readAs(shape, name)} AS \`${name}\``).join(', ')},
           CASE ${each.map(([name], index) => `WHEN ${hasKey(byColumns, name)} THEN '${index}'`).join(' ')} END AS wanted
         FROM ${table} t WHERE ${hasKey(byColumns)} FOR UPDATE`,
        {
          keys: keyValues(byColumns, newRows),
          ...Object.fromEntries(each.map(([name, row]) => [name, keyValues(byColumns, [row])])),
        },
      )
      for (const other of others) {
        const mine = newRows[Number(other.wanted)]
        if (!mine || keyText(shape, mine) === keyText(shape, other)) continue
        conflictingOps.push(
          ...ops.filter(
            ({ removed }) => removed.table === table && keyText(shape, removed.key) === keyText(shape, mine),
          ),
        )
      }
    }
  }
  return [...new Set(conflictingOps)]
}

const hasOther = (shape: RowShape, before: Row | null, now: Row) =>
  before === null || shape.unique.flat().some((name) => before[name] !== now[name])

function writesOf(
  shapes: RowShapes,
  states: States,
  ops: readonly Op[],
  left: ReadonlySet<Op>,
): Omit<Plan, 'obstacles'> {
  const leftFiles = filesLeft(ops, left)
  const deletions: Plan['deletions'] = []
  const insertions: Plan['insertions'] = []
  const changes: Plan['changes'] = []
  const handledStates = new Set<State>()
  for (const { removed } of ops) {
    const state = stateOf(shapes, states, removed)
    if (!state || handledStates.has(state)) continue
    handledStates.add(state)
    const { table, key } = removed
    const { before, now } = state
    if (before && !now) deletions.push({ table, key })
    if (!before && now && !(table === 'files' && leftFiles.includes(Number(key.id))))
      insertions.push({ table, row: now })
    if (!before || !now) continue
    const set = Object.fromEntries(Object.entries(now).filter(([column, value]) => before[column] !== value))
    if (Object.keys(set).length > 0) changes.push({ table, key, set })
  }
  return { deletions, insertions, changes, leftFiles }
}

/** Files, with their thumbnails, that are referenced only by rows that are not restored. */
function filesLeft(ops: readonly Op[], left: ReadonlySet<Op>): number[] {
  const pointing = (isLeft: boolean) =>
    ops
      .filter((op) => left.has(op) === isLeft && op.removed.table !== 'files')
      .flatMap(({ removed }) => filesIn(removed))
  const keptFileIds = new Set(pointing(false))
  const leftFileIds = new Set(pointing(true).filter((id) => !keptFileIds.has(id)))
  return ops.flatMap(({ removed }) => {
    if (removed.table !== 'files' || removed.did !== 'deleted') return []
    const isGone = [removed.was.id, removed.was.thumbnail_of].some((id) => id != null && leftFileIds.has(Number(id)))
    return isGone ? [Number(removed.was.id)] : []
  })
}

const filesIn = (removed: RemovedRow) =>
  'was' in removed
    ? Object.entries(removed.was).flatMap(([name, value]) =>
        /file_id$/.test(name) && value !== null ? [Number(value)] : [],
      )
    : []
