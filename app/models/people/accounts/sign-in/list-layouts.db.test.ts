import { expect, it } from 'vitest'
import { readRows } from '../../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { keepListLayout } from './list-layouts.server'

const kept = async ({ id }: { id: number }) => {
  const [row] = await readRows<{ layouts: string | null }>(
    'SELECT list_layouts AS layouts FROM staff_users WHERE id = :id',
    { id },
  )
  return row?.layouts ? JSON.parse(row.layouts) : null
}

it('stores the hidden columns of each list per account, even when two lists are saved concurrently, and shows all again on request', async () => {
  const school = await makeSchool()
  const [clerk, colleague] = [await makeStaff(school), await makeStaff(school)]
  await Promise.all([
    keepListLayout(clerk.scope, '/school/students', ['Mobile number', 'જન્મ “તારીખ” \\']),
    keepListLayout(clerk.scope, '/school/fees', ['Applicable to']),
  ])
  expect(await kept(clerk)).toEqual({
    '/school/students': ['Mobile number', 'જન્મ “તારીખ” \\'],
    '/school/fees': ['Applicable to'],
  })
  await keepListLayout(clerk.scope, '/school/students', ['Status'])
  await keepListLayout(clerk.scope, '/school/fees', [])
  expect(await kept(clerk)).toEqual({ '/school/students': ['Status'] })
  await keepListLayout(colleague.scope, '/school/students', [])
  expect(await kept(colleague)).toBeNull()
})
