import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { recordSecurityEvent } from '~/models/core/audit/record-security-event.server'
import { asRequester } from '~/models/core/audit/requester.server'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { listSecurityEvents } from './list-security-events.server'

const none = { group: '', personKind: '', from: '', to: '' }
const all = { search: '', filters: none, sort: 'when' as const, descending: false, page: 1 }

const phone = {
  requestId: 'r',
  address: '203.0.113.77',
  userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/126.0 Mobile Safari/537.36',
}

async function schoolWithEvents() {
  const school = await makeSchool()
  const clerk = await makeStaff(school, { name: 'Farida Shaikh' })
  const student = await makeStudent(school, { firstName: 'આશા', lastName: 'પટેલ' })
  await recordSecurityEvent(clerk.scope, { kind: 'first-password-again', subject: { kind: 'student', id: student.id } })
  await asRequester(phone, () => recordSecurityEvent(student.scope, { kind: 'signed-in' }))
  // 18:29 and 18:31 UTC: the 4th and the 5th of March in India.
  await execute(
    `UPDATE security_events SET happened_at = IF(kind = 'signed-in', '2026-03-04 18:31:00', '2026-03-04 18:29:00')
     WHERE school_id = :id`,
    { id: school.id },
  )
  return { school, clerk, student }
}

it('lists the school’s own events, newest first, with current names', async () => {
  const [{ school }] = [await schoolWithEvents(), await schoolWithEvents()]
  const { rows, total } = await listSecurityEvents(school.scope, all)
  expect(total).toBe(2)
  expect(rows).toMatchObject([
    { kind: 'signed-in', actor: 'આશા પટેલ', whom: null, device: 'Chrome on Android', address: '203.0.113.77', times: 1 },
    { kind: 'first-password-again', actor: 'Farida Shaikh', whom: 'આશા પટેલ', address: null },
  ])
})

it('filters by search words in any script, by group, by person and by days in IST', async () => {
  const { school } = await schoolWithEvents()
  const kinds = async ({ search = '', descending = false, ...filters }: Partial<typeof all & typeof none>) => {
    const query = { ...all, search, descending, filters: { ...none, ...filters } }
    return (await listSecurityEvents(school.scope, query)).rows.map(({ kind }) => kind)
  }
  expect(await kinds({ descending: true })).toEqual(['first-password-again', 'signed-in'])
  expect(await kinds({ search: 'પટેલ' })).toHaveLength(2)
  expect(await kinds({ search: 'farida' })).toEqual(['first-password-again'])
  expect(await kinds({ search: '203.0.113' })).toEqual(['signed-in'])
  expect(await kinds({ search: 'android' })).toEqual(['signed-in'])
  expect(await kinds({ search: '%' })).toEqual([])
  expect(await kinds({ group: 'password' })).toEqual(['first-password-again'])
  expect(await kinds({ group: "x'" })).toEqual([])
  expect(await kinds({ personKind: 'staff' })).toEqual(['first-password-again'])
  expect(await kinds({ personKind: 'student' })).toHaveLength(2)
  expect(await kinds({ from: '2026-03-05' })).toEqual(['signed-in'])
  expect(await kinds({ to: '2026-03-04' })).toEqual(['first-password-again'])
})

it('keeps the events of a deleted person, without a name', async () => {
  const { school, clerk } = await schoolWithEvents()
  await execute('DELETE FROM staff_users WHERE id = :id', { id: clerk.id })
  expect((await listSecurityEvents(school.scope, all)).rows.map(({ actor }) => actor)).toEqual(['આશા પટેલ', null])
})
