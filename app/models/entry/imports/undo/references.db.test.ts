import { expect, it } from 'vitest'
import { ownTables, readReferences, reasonOfTable } from './references.server'

it('states a reason for each table whose rows can prevent the undo of an imported row', async () => {
  const tables = new Set((await readReferences()).map(({ table }) => table))
  const unknown = [...tables].filter((table) => !ownTables.includes(table) && !reasonOfTable.has(table))
  // A new table that refers to students, enrollments, dues, teachers, classes or sections needs a reason in
  // `references.server.ts`.
  expect(unknown).toEqual([])
  const gone = [...reasonOfTable.keys()].filter((table) => !tables.has(table))
  expect(gone).toEqual([])
})
