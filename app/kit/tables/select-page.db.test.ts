import { expect, it } from 'vitest'
import { countQueries, number } from '~/database/database.server'
import { makeDue } from '../../../tests/factories/ledger'
import { makeSchool } from '../../../tests/factories/school'
import { makeStudent } from '../../../tests/factories/student'
import { selectPage } from './select-page.server'

const columns = { amountPaise: number('d.amount_paise'), halfPaise: number('d.amount_paise / 2') }

it('sums columns over all pages in the same statement that counts the rows', async () => {
  const student = await makeStudent(await makeSchool())
  for (const amountPaise of [100_00, 250_50, 7_00]) await makeDue(student, { amountPaise })
  const statement = { columns, from: 'dues d WHERE d.student_id = :id AND d.amount_paise > :above', order: ['d.id'] }
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

it('shows each row on exactly one page in both orders, also for pages read from the end', async () => {
  const student = await makeStudent(await makeSchool())
  for (const amountPaise of [1_00, 2_00, 2_00, 3_00, 4_00, 4_00, 5_00]) await makeDue(student, { amountPaise })
  const statement = {
    columns: { id: number('d.id'), ...columns },
    from: 'dues d JOIN students s ON s.id = d.student_id WHERE d.student_id = :id',
    counted: 'dues d WHERE d.student_id = :id',
    order: ['d.amount_paise', 'd.id'],
    values: { id: student.id },
  }
  const pagesOf = async (descending: boolean) => {
    const pages = []
    for (const page of [1, 2, 3, 4, 5]) pages.push(await selectPage(statement, { descending, page, pageSize: 2 }))
    expect(pages.map(({ page, rows }) => [page, rows.length])).toEqual([
      [1, 2],
      [2, 2],
      [3, 2],
      [4, 1],
      [4, 1],
    ])
    return pages.slice(0, 4).flatMap(({ rows }) => rows.map(({ id, amountPaise }) => `${amountPaise} ${id}`))
  }
  const up = await pagesOf(false)
  expect(new Set(up).size).toBe(7)
  expect(up).toEqual([...up].sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10)))
  expect(await pagesOf(true)).toEqual(up.toReversed())
})
