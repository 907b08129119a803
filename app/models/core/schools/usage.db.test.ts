import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { insert } from '../../../../tests/factories/insert'
import { readRow } from '../../../../tests/factories/read'
import { makeFormerStudent } from '../../../../tests/factories/retention'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { findUsage, listUsage } from './usage.server'

const job = (schoolId: number, state: string, minutes: number) =>
  execute(
    `INSERT INTO jobs (school_id, kind, payload, state, run_at, created_at)
     VALUES (:schoolId, 'nothing', '{}', :state, UTC_TIMESTAMP(3) + INTERVAL :minutes MINUTE, UTC_TIMESTAMP(3))`,
    { schoolId, state, minutes },
  )

it('counts the usage of one school only', async () => {
  const [school, other] = [await makeSchool({ name: 'Usage School' }), await makeSchool({ approved: false })]
  await makeStudent(school)
  await makeFormerStudent(school, '2020-03-31')
  await makeStaff(school)
  for (const [state, minutes] of [
    ['waiting', -1],
    ['waiting', 60],
    ['failed', -1],
  ] as const) {
    await job(school.id, state, minutes)
  }
  for (const days of [1, 31]) {
    await insert('outgoing_mail', {
      school_id: school.id,
      to_address: 'a@b.test',
      subject: 's',
      body_text: 'b',
      state: 'sent',
      created_at: new Date(Date.now() - days * 86_400_000),
    })
  }
  const staff = await readRow<{ count: number }>(
    "SELECT CAST(COUNT(*) AS SIGNED) AS count FROM staff_users WHERE school_id = :id AND status = 'active'",
    { id: school.id },
  )
  const publicIdOf = async ({ id }: { id: number }) =>
    (await readRow<{ publicId: string }>('SELECT public_id AS publicId FROM schools WHERE id = :id', { id }))
      ?.publicId ?? ''
  const found = await findUsage(systemScope(), await publicIdOf(school))
  expect(found).toMatchObject({
    name: 'Usage School',
    approval: 'approved',
    students: 1,
    staff: staff?.count,
    fileBytes: 0,
    mails: 1,
    messages: 0,
    jobsWaiting: 1,
    jobsFailed: 1,
  })
  expect(await findUsage(systemScope(), await publicIdOf(other))).toMatchObject({
    students: 0,
    mails: 0,
    jobsWaiting: 0,
  })
  expect(await findUsage(systemScope(), 'nobody')).toBeNull()
  const all = await listUsage(systemScope())
  expect(all.filter(({ publicId }) => publicId === found?.publicId)).toEqual([found])
  expect(all.map(({ students }) => students)).toEqual(all.map(({ students }) => students).toSorted((a, b) => b - a))
})
