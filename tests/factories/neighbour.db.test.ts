import { beforeAll, describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findYears } from '~/models/entry/retention/years.server'
import { receiptYears } from '~/models/money/ledger/receipts.server'
import { findTariff } from '~/models/money/transport/tariff.server'
import { nextPosition } from '~/models/people/academics/queries.server'
import { listProposals } from '~/models/people/guardians/propose.server'
import { schoolTables } from '../../scripts/moves/school-tables'
import { neighbourEmail } from './neighbour'
import { readRow, readRows } from './read'
import { makeSchool } from './school'
import { makeStudent } from './student'

let id: number
beforeAll(async () => {
  const row = await readRow<{ id: number }>('SELECT id FROM schools WHERE email = :neighbourEmail', { neighbourEmail })
  id = row?.id ?? 0
})

describe('the neighbour (a second school in the test database)', () => {
  // Other tests of this database may create jobs of the neighbour.
  it('has a row in every table with data of a school, except possibly jobs', async () => {
    const empty: string[] = []
    for (const { name, where } of await schoolTables()) {
      const found = await readRows(`SELECT 1 FROM ${name} WHERE ${where.replaceAll(':school', String(id))} LIMIT 1`)
      if (found.length === 0) empty.push(name)
    }
    expect(empty.filter((name) => name !== 'jobs')).toEqual([])
  })

  it('has numbers of at least 9000 in every counter and every privacy notice', async () => {
    const behind = await readRows(
      `SELECT last_number AS number FROM receipt_counters WHERE school_id = :id AND last_number < 9000
       UNION ALL SELECT last_number FROM order_counters WHERE school_id = :id AND last_number < 9000
       UNION ALL SELECT last_number FROM certificate_counters WHERE school_id = :id AND last_number < 9000
       UNION ALL SELECT last_number FROM grievance_counters WHERE school_id = :id AND last_number < 9000
       UNION ALL SELECT number FROM privacy_notices WHERE school_id = :id AND number < 9000`,
      { id },
    )
    expect(behind).toEqual([])
  })
})

// Statements that only routes run, with their results for a school without data.
it.each<[string, (scope: SchoolScope) => Promise<unknown>, unknown]>([
  ['next position of a class', nextPosition, 1],
  ['years of receipts', receiptYears, []],
  ['version of the tariff', async (scope) => (await findTariff(scope)).version, 0],
  ['years of retention', async (scope) => (await findYears(scope)).contact, 3],
])("returns a new school's own %s", async (_what, read, expected) => {
  expect(await read((await makeSchool()).scope)).toEqual(expected)
})

it('proposes a new guardian although another school has one with the same name and number', async () => {
  const guardian = await readRow<{ name: string; mobile: string }>(
    'SELECT name, mobile_number AS mobile FROM family_guardians WHERE school_id = :id AND mobile_number IS NOT NULL ORDER BY id LIMIT 1',
    { id },
  )
  const school = await makeSchool()
  const student = await makeStudent(school, { fatherName: guardian?.name ?? '' })
  await execute('UPDATE guardians SET father_mobile = :mobile WHERE student_id = :id', {
    id: student.id,
    mobile: guardian?.mobile ?? '',
  })
  const { proposals } = await listProposals(school.scope)
  expect(proposals.map(({ name, known }) => [name, known])).toEqual([[guardian?.name, null]])
})
