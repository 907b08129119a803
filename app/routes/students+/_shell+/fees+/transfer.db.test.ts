import { expect, it } from 'vitest'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { listOwnPayments } from '~/models/money/ledger/online/own-payments.server'
import { signedInStudent } from '../../../../../tests/factories/accounts'
import { makeBankAccount, makeDue } from '../../../../../tests/factories/ledger'
import { makeSchool } from '../../../../../tests/factories/school'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { action as withdraw, loader as withdrawal } from '../payments+/$id.withdrawal'
import { action, loader } from './transfer'

async function world() {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const yesterday = addDays(todayInIndia(new Date()), -1)
  const overdue = await makeDue(student, { title: 'First', amountPaise: 100_050, dueOn: yesterday })
  const later = await makeDue(student, { title: 'Second', amountPaise: 200_000 })
  const room = await makeDue(student, { kind: 'hostel', title: 'Room', amountPaise: 300_000 })
  return { school, student, overdue, later, room, ...(await signedInStudent(student)) }
}

function asked(cookie: string, path: string, form?: ReadonlyArray<[string, string]>, id?: string) {
  const body = new FormData()
  for (const [name, value] of form ?? []) body.append(name, value)
  const request = new Request(`http://localhost:3000${path}`, {
    headers: { cookie },
    ...(form ? { method: 'POST', body } : {}),
  })
  return { request, params: id === undefined ? {} : { id }, context: {} }
}

const page = '/students/fees/transfer'
const statusOf = (answer: { status: number } | { init: { status?: number } | null }) =>
  'status' in answer ? answer.status : (answer.init?.status ?? 200)

it("shows the dues that can be transferred to the school's bank account, and 404 if the school has no account", async () => {
  const { school, overdue, later, cookie } = await world()
  await expect(loader(asked(cookie, page))).rejects.toMatchObject({ status: 404 })
  await expect(action(asked(cookie, page, [['form_key', newFormKey()]]))).rejects.toMatchObject({ status: 404 })
  await makeBankAccount(school)
  const { bank, dues } = await loader(asked(cookie, page))
  expect(bank.ifscCode).toBe('SBIN0004711')
  expect(dues.map((due) => [due.id, due.balancePaise, due.isTicked])).toEqual([
    [overdue.publicId, 100_050, true],
    [later.publicId, 200_000, false],
  ])
  const second = await loader(asked(cookie, `${page}?due=${later.publicId}`))
  expect(second.dues.map((due) => due.isTicked)).toEqual([false, true])
})

it('declares the ticked dues once, but no hostel or classmate’s dues; only the student can withdraw it', async () => {
  const { school, student, overdue, later, room, cookie } = await world()
  await makeBankAccount(school)
  const classmate = await makeStudent(school)
  const theirs = await makeDue(classmate, { amountPaise: 50_000 })
  const send = (form: Array<[string, string]>) => action(asked(cookie, page, form))
  const reference: [string, string] = ['reference', 'UTR 4711']
  for (const form of [
    [['due', overdue.publicId]],
    [reference],
    [['due', room.publicId], reference],
    [['due', theirs.publicId], reference],
    // The remaining dues are refused too: their total differs from the amount that was transferred.
    [['due', overdue.publicId], ['due', room.publicId], reference],
  ] as Array<Array<[string, string]>>)
    expect(statusOf(await send([['form_key', newFormKey()], ...form]))).toBe(422)
  const key: [string, string] = ['form_key', newFormKey()]
  const both: Array<[string, string]> = [['due', overdue.publicId], ['due', later.publicId], reference, key]
  expect(statusOf(await send(both))).toBe(303)
  const { dues } = await loader(asked(cookie, page))
  expect(dues).toEqual([])
  const { rows } = await listOwnPayments(student.scope, { page: 1 })
  expect(rows).toMatchObject([{ state: 'pending', amountPaise: 300_050, method: 'bank_transfer' }])
  const id = rows[0]?.publicId ?? ''
  const other = await signedInStudent(classmate)
  await expect(withdrawal(asked(other.cookie, page, undefined, id))).rejects.toMatchObject({ status: 404 })
  expect(await withdrawal(asked(cookie, page, undefined, id))).toMatchObject({ isWaiting: true })
  expect(statusOf(await withdraw(asked(cookie, page, [], id)))).toBe(303)
  expect(statusOf(await withdraw(asked(cookie, page, [], id)))).toBe(422)
  expect((await loader(asked(cookie, page))).dues).toHaveLength(2)
})
