import type { ActionFunctionArgs } from '@remix-run/node'
import { expect, it } from 'vitest'
import { sessionCookieHeader } from '~/http/own-cookies.server'
import { createVersion, publishNotice } from '~/models/contact/consents/notices.server'
import { usualNotices } from '~/models/contact/consents/usual-notices'
import { visitorScope } from '~/models/core/shared/scope.server'
import { idleMinutes, openSession } from '~/models/people/accounts/sign-in/sessions.server'
import { action as decideAsStudent } from '~/routes/students+/_shell+/consents'
import { cookiePair, signedInStudent } from '../../../../tests/factories/accounts'
import { bornYearsAgo, makeNotices } from '../../../../tests/factories/consents'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../../../../tests/factories/guardians'
import { unique } from '../../../../tests/factories/insert'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { action as decideAsGuardian } from './consents'

async function makeFamily(birthDate = bornYearsAgo(14)) {
  const school = await makeSchool()
  const notices = await makeNotices(school)
  const child = await makeStudent(school, { dateOfBirth: birthDate })
  const account = await makeGuardianAccount({ password: null })
  await linkGuardian(await makeGuardian(school, { accountId: account.id }), child)
  const token = await openSession(
    visitorScope(),
    { kind: 'guardian', schoolId: null, id: account.id },
    { stage: 'full', idleMinutes: idleMinutes.student },
  )
  const cookie = cookiePair(await sessionCookieHeader('guardian', token, { lasting: false }))
  return { school, notices, child, cookie }
}

/** Posts the form; returns the status, and the reason of a refusal. */
async function post(
  action: (
    args: ActionFunctionArgs,
  ) => Promise<Response | { data: { reason: string }; init: ResponseInit | null } | null>,
  cookie: string,
  form: Record<string, string>,
) {
  const request = new Request('http://localhost:3000/', {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams(form),
  })
  const answer = await action({ request, params: {}, context: {} }).catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown
    throw thrown
  })
  return answer instanceof Response ? [answer.status] : [answer?.init?.status, answer?.data.reason]
}

const decisions = ({ id }: { id: number }) =>
  readRows('SELECT decision FROM consent_decisions WHERE student_id = :id ORDER BY id', { id })

it("stores a guardian's answer only to the notice in force, and only for the guardian's child under 18", async () => {
  const { school, notices, child, cookie } = await makeFamily()
  const yes = { child: child.publicId, notice: notices.photos, answer: 'yes' }
  const stranger = await makeFamily()
  expect(await post(decideAsGuardian, stranger.cookie, yes)).toEqual([404])
  expect(await post(decideAsGuardian, cookie, { ...yes, child: '' })).toEqual([404])
  expect(await post(decideAsGuardian, cookie, { ...yes, answer: 'perhaps' })).toEqual([400])
  const next = await createVersion(school.scope, unique(), notices.photos, { ...usualNotices.photos, asksAnew: true })
  if (!next.ok) throw new Error(next.reason)
  expect(await publishNotice(school.scope, next.value)).toMatchObject({ ok: true })
  expect(await post(decideAsGuardian, cookie, yes)).toEqual([422, 'notice-changed'])
  const grown = await makeFamily(bornYearsAgo(18))
  const late = { child: grown.child.publicId, notice: grown.notices.photos, answer: 'yes' }
  expect(await post(decideAsGuardian, grown.cookie, late)).toEqual([422, 'adult'])
  for (const one of [child, grown.child]) expect(await decisions(one)).toEqual([])
  expect(await post(decideAsGuardian, cookie, { ...yes, notice: next.value })).toEqual([303])
  expect(await decisions(child)).toEqual([{ decision: 'given' }])
})

it('refuses a student under 18 with 422, and stores the answer of an adult student', async () => {
  for (const [birthDate, expected, stored] of [
    [bornYearsAgo(17), [422, 'under-age'], []],
    [bornYearsAgo(18), [303], [{ decision: 'refused' }]],
  ] as const) {
    const { notices, child } = await makeFamily(birthDate)
    const { cookie } = await signedInStudent(child)
    expect(await post(decideAsStudent, cookie, { notice: notices.photos, answer: 'no' })).toEqual(expected)
    expect(await decisions(child)).toEqual(stored)
  }
})
