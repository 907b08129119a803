import { expect, it } from 'vitest'
import { countQueries, number } from '~/database/database.server'
import { makeDue } from '../../../tests/factories/ledger'
import { makeSchool } from '../../../tests/factories/school'
import { makeStudent } from '../../../tests/factories/student'
import { selectPage } from './select-page.server'

const columns = { amountPaise: number('d.amount_paise'), halfPaise: number('d.amount_paise / 2') }

it('sums columns over the rows of all pages in the statement that counts them', async () => {
  const student = await makeStudent(await makeSchool())
  for (const amountPaise of [100_00, 250_50, 7_00]) await makeDue(student, { amountPaise })
  const statement = {
    columns,
    from: 'dues d WHERE d.student_id = :id AND d.amount_paise > :above',
    order: ['d.id'],
  }
  const read = (above: number, page: number, sums?: string[]) =>
    selectPage({ ...statement, values: { id: student.id, above } }, { descending: false, page, pageSize: 2, sums })
  const all = [await read(0, 1), await read(0, 2)].flatMap(({ rows }) => rows)
  const sum = (name: keyof typeof columns) => all.reduce((paise, row) => paise + row[name], 0)
  const { value: last, count } = await countQueries(() => read(0, 2, ['amountPaise', 'halfPaise']))
  expect(count).toBe(2)
  expect(last).toMatchObject({ total: 3, sums: { amountPaise: sum('amountPaise'), halfPaise: sum('halfPaise') } })
  expect(await read(10_00, 1, ['amountPaise'])).toMatchObject({ total: 2, sums: { amountPaise: 350_50 } })
  expect(await read(900_00, 1, ['amountPaise'])).toMatchObject({ rows: [], sums: { amountPaise: 0 } })
})
