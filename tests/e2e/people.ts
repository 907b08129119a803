import type { BrowserContext } from '@playwright/test'
import { execute } from '~/database/database.server'
import { decideAboutSchool, listNotApproved } from '~/models/core/schools/approval.server'
import { schoolScope, systemActor, systemScope } from '~/models/core/shared/scope.server'
import { makeEnrollment } from '../factories/academics'
import { signedInStaff, signedInStudent } from '../factories/accounts'
import { guardianCookie } from '../factories/app'
import type { MadeGuardianAccount } from '../factories/guardians'
import { unique } from '../factories/insert'
import { type MadeDue, makeDue, makePaymentKeys } from '../factories/ledger'
import { messageAccountOf, type TestMessageAccount } from '../factories/message-sandbox'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from '../factories/school'
import { type MadeStudent, makeStudent } from '../factories/student'
import { expect, type Page } from './base'
import { noteVisit } from './visits'

export const officePassword = 'Banyan-by-the-gate-4'
export const studentPassword = 'Neem-tree-by-the-well-8'
export const newStudentPassword = 'Kite-over-the-river-5'

export interface Keys {
  keyId: string
  keySecret: string
  webhookSecret: string
}

/** Resets the hourly limit on registrations, because every mode registers schools from the same address. */
export async function forgetRegistrations(): Promise<void> {
  await execute("DELETE FROM throttles WHERE bucket = 'schools' OR bucket LIKE 'school:%'", {})
}

/** Approves a new school as the operator, because only an approved school writes to families. Returns its public id. */
export async function approveSchool(email: string): Promise<string> {
  const school = (await listNotApproved(systemScope())).find((one) => one.email === email)
  if (!school) throw new Error('The new school is open already')
  await decideAboutSchool(schoolScope(school.id, systemActor), 'approved')
  return school.publicId
}

/** Adds a merchant to the payment sandbox with its own keys; its webhooks go to the school's address. */
export async function makeMerchant(webhookUrl: string): Promise<Keys> {
  const key = unique()
  const keys = { keyId: `rzp_test_${key}`, keySecret: `secret-${key}`, webhookSecret: `webhook-${key}` }
  // The sandbox requests the webhook from another process, so the visit is noted here.
  noteVisit(webhookUrl)
  await tellSandbox('merchants', {
    key_id: keys.keyId,
    key_secret: keys.keySecret,
    webhook_secret: keys.webhookSecret,
    webhook_url: webhookUrl,
  })
  return keys
}

/** Sets failures for one merchant (sandbox/switches.ts). */
export async function switchSandbox(keys: Keys, switches: Record<string, boolean | number>): Promise<void> {
  await tellSandbox('switches', { key_id: keys.keyId, ...switches })
}

/** Adds a school's accounts to the message sandbox, with the addresses to which its providers send delivery reports. */
export async function makeSandboxAccount(schoolPublicId: string): Promise<TestMessageAccount> {
  const at = (provider: string) => `${process.env.BASE_URL}/webhooks/${provider}/${schoolPublicId}`
  for (const provider of ['sms', 'whatsapp']) noteVisit(at(provider))
  const account = messageAccountOf(unique(), { msg91: at('sms'), whatsapp: at('whatsapp') })
  const answer = await fetch(`${process.env.SANDBOX_URL}/messages/control/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  expect(answer.ok, await answer.text()).toBe(true)
  return account
}

async function tellSandbox(what: string, body: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${process.env.SANDBOX_URL}/sandbox/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.ok, await answer.text()).toBe(true)
}

export interface SmallSchool {
  school: MadeSchool
  owner: MadeStaff
  student: MadeStudent
  due: MadeDue
}

/** Creates a school with an owner, and an enrolled student with one fee due of ₹12,500. */
export async function makeSmallSchool(student: Parameters<typeof makeStudent>[1] = {}): Promise<SmallSchool> {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const made = await makeStudent(school, student)
  await makeEnrollment(made, { rollNumber: 4 })
  return { school, owner, student: made, due: await makeDue(made) }
}

/** Creates the school of `makeSmallSchool` with online payment by a new merchant of the sandbox. */
export async function makePayingSchool(): Promise<SmallSchool & { keys: Keys }> {
  const made = await makeSmallSchool()
  const keys = await makeMerchant(`${process.env.BASE_URL}/webhooks/razorpay/${made.school.publicId}`)
  await makePaymentKeys(made.school, keys)
  return { ...made, keys }
}

/** Parses a Cookie header into the browser's cookies: none for '', two for a guardian who has opened a child. */
export function cookiesOf(header: string) {
  const pairs = header === '' ? [] : header.split('; ')
  return pairs.map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: process.env.BASE_URL ?? '' }
  })
}

/** Signs in without the sign-in page, which has its own tests. */
export async function asStudent(context: BrowserContext, student: MadeStudent): Promise<void> {
  await context.addCookies(cookiesOf((await signedInStudent(student)).cookie))
}

export async function asStaff(context: BrowserContext, staff: MadeStaff): Promise<void> {
  await context.addCookies(cookiesOf((await signedInStaff(staff)).cookie))
}

export async function asGuardian(context: BrowserContext, account: MadeGuardianAccount): Promise<void> {
  await context.addCookies(cookiesOf(await guardianCookie(account)))
}

/** Waits for the sandbox's payment page and presses a button there. */
export async function actInSandbox(page: Page, button: RegExp): Promise<void> {
  await page.waitForURL((url) => url.origin === new URL(process.env.SANDBOX_URL ?? '').origin)
  await page.getByRole('button', { name: button }).click()
}
