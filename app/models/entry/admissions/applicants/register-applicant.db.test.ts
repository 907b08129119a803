import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { takeQuota } from '~/models/core/shared/quota.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import { type StudentSignIn, signInStudent } from '~/models/people/accounts/sign-in/sign-in-student.server'
import { bucketOf } from '~/models/people/accounts/sign-in/throttle.server'
import { currentSession, makeClass, makeSection } from '../../../../../tests/factories/academics'
import { newBrowser } from '../../../../../tests/factories/accounts'
import { makeAdmission } from '../../../../../tests/factories/admissions'
import { entriesOf } from '../../../../../tests/factories/audit'
import { stopClocks } from '../../../../../tests/factories/days'
import { insert, unique } from '../../../../../tests/factories/insert'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { acceptAdmission } from './accept-admission.server'
import { type RegistrationFields, registrationSchema } from './admission-fields.server'
import { registrationsAnHour } from './admission-options'
import { rejectAdmission, withdrawAdmission } from './decide-admission.server'
import { findApplicants, listApplications } from './find-applicants.server'
import { findOpenSchool, listOpenSchools } from './find-open-schools.server'
import { mayBringFiles, mayTryToRegister, registerApplicant } from './register-applicant.server'

stopClocks()

const password = 'mango-Tree-71'

async function house() {
  const school = await makeSchool()
  const ofClass = await makeClass(school)
  const mobile = `7${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`
  const fields = (change: Partial<RegistrationFields & { form_key: string }> = {}) => ({
    first_name: 'Diya',
    last_name: 'Mehta',
    mother_name: 'Komal Mehta',
    father_name: 'Nilesh Mehta',
    address: '4 Station Road',
    gender: 'Female' as const,
    date_of_birth: '2018-02-03',
    category: 'General' as const,
    mobile_number: mobile,
    email: `${mobile}@family.test`,
    class: ofClass.publicId,
    form_key: randomUUID(),
    password,
    ...change,
  })
  return { school, ofClass, mobile, fields }
}

/** Submits the form, whose idempotency key `registerApplicant` takes separately from the typed fields. */
const register = (
  scope: Parameters<typeof registerApplicant>[0],
  { form_key: key, ...typed }: RegistrationFields & { form_key: string },
  facts: Parameters<typeof registerApplicant>[3],
) => registerApplicant(scope, key, typed, facts)

const from = (address = unique()) => ({ address, language: 'gu' as const, documents: [] })

function signIn(name: string, typed = password): Promise<StudentSignIn> {
  return signInStudent(visitorScope(), { name, password: typed, browser: newBrowser() }, findApplicants)
}

async function countOf(school: MadeSchool): Promise<number> {
  const row = await readRow<{ count: number }>('SELECT COUNT(*) AS count FROM admissions WHERE school_id = :id', {
    id: school.id,
  })
  return row?.count ?? 0
}

it('creates a pending admission with the chosen password, the page’s language and the current session', async () => {
  const { school, ofClass, fields } = await house()
  const session = await currentSession(school)
  const made = await register(school.scope, fields(), from())
  if (!made.ok) throw new Error(made.reason)
  const row = await readRow<Record<string, unknown>>(
    `SELECT origin, state, language, class_id AS classId, academic_session_id AS sessionId, password_hash AS hash
     FROM admissions WHERE public_id = :id`,
    { id: made.value },
  )
  expect(row).toMatchObject({
    origin: 'online',
    state: 'pending',
    language: 'gu',
    classId: ofClass.id,
    sessionId: session.id,
  })
  expect(row?.hash).toMatch(/^\$argon2id/)
})

it('registers a child once when the form is sent fifty times concurrently', async () => {
  const { school, fields } = await house()
  const form = fields()
  const address = unique()
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => register(school.scope, form, from(address))))
  expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.value)).size).toBe(1)
  expect(await countOf(school)).toBe(1)
  // A new form for the same child creates no second registration.
  const repeated = await Promise.all(Array.from({ length: 5 }, () => register(school.scope, fields(), from())))
  expect(repeated.every((outcome) => !outcome.ok && outcome.reason === 'already-waiting')).toBe(true)
  expect(await countOf(school)).toBe(1)
})

it('refuses a guessable password, and reports it with all other errors', async () => {
  const { fields } = await house()
  const said = (typed: string, change: object = {}) => {
    const form = { ...fields(), ...change, password: typed, password_confirmation: typed }
    return registrationSchema.safeParse(form).error?.issues.map(({ path, message }) => `${path}: ${message}`)
  }
  expect(said(password)).toBeUndefined()
  expect(said('short')).toEqual(['password: Use at least 8 characters'])
  const aDate = 'password: A date is easy to guess. Choose another password.'
  expect(said('2018-02-03', { gender: '', email: undefined })).toEqual([
    'gender: Select a valid gender',
    'email: Email is required',
    aDate,
  ])
  for (const name of ['Diya Mehta', 'nileshmehta']) expect(said(name)?.[0]).toContain('A name is easy to guess')
  expect(said('9812345678')?.[0]).toContain('A phone number is easy to guess')
  expect(said('password1')?.[0]).toContain('Many people use this password')
})

it('refuses another school’s class, and a ninth child of one mobile number', async () => {
  const { school, fields } = await house()
  const theirs = await house()
  expect(await register(school.scope, fields({ class: theirs.ofClass.publicId }), from())).toEqual({
    ok: false,
    reason: 'no-such-class',
  })
  const mobileNumber = '9812345670'
  for (let child = 1; child <= 8; child++) await makeAdmission(school, { mobileNumber, firstName: `C${child}` })
  expect(await register(school.scope, fields({ mobile_number: mobileNumber }), from())).toEqual({
    ok: false,
    reason: 'crowded',
  })
})

it('refuses registrations from a network address over its limit, and accepts those from others', async () => {
  const { school, fields } = await house()
  const address = unique()
  expect((await register(school.scope, fields(), from(address))).ok).toBe(true)
  await execute('UPDATE throttles SET failures = 100 WHERE bucket = :bucket', { bucket: bucketOf('register', address) })
  const another = fields({ first_name: 'Another' })
  expect(await register(school.scope, another, from(address))).toEqual({ ok: false, reason: 'too-many' })
  expect((await register(school.scope, another, from())).ok).toBe(true)
})

it('refuses further tries from an address over its limit until the hour is over', async () => {
  const { school } = await house()
  const address = unique()
  const bucket = bucketOf('register-try', address)
  expect(await mayTryToRegister(school.scope, address)).toBe(true)
  await execute('UPDATE throttles SET failures = 400 WHERE bucket = :bucket', { bucket })
  expect(await mayTryToRegister(school.scope, address)).toBe(false)
  await execute('UPDATE throttles SET expires_at = UTC_TIMESTAMP(3) WHERE bucket = :bucket', { bucket })
  expect(await mayTryToRegister(school.scope, address)).toBe(true)
})

it('opens only the status page to an applicant who signs in before the school has accepted', async () => {
  const { school, ofClass, mobile, fields } = await house()
  const made = await register(school.scope, fields(), from())
  if (!made.ok) throw new Error(made.reason)
  const waiting = { ok: false, reason: 'applicant', application: made.value }
  expect(await signIn(mobile)).toEqual(waiting)
  expect(await signIn(`${mobile}@family.test`.toUpperCase())).toEqual(waiting)
  expect(await signIn(mobile, 'wrong-Tree-71')).toEqual({ ok: false, reason: 'wrong-password' })
  // The date of birth activates only accounts created by the office.
  expect(await signIn(mobile, '2018-02-03')).toEqual({ ok: false, reason: 'wrong-password' })
  const sessions = await readRows('SELECT id_hash FROM sessions WHERE school_id = :id', { id: school.id })
  expect(sessions).toEqual([])
  expect(await listApplications(visitorScope(), [made.value])).toMatchObject([
    { state: 'pending', schoolName: school.name, firstName: 'Diya' },
  ])

  const session = await currentSession(school)
  const section = await makeSection(ofClass)
  const accepted = await acceptAdmission(school.scope, made.value, {
    academicSession: session.publicId,
    section: section.publicId,
    rollNumber: undefined,
    enrollment_number: '1001',
    enrolledOn: '2026-06-15',
    admission_number: null,
    admission_date: '2026-06-15',
  })
  expect(accepted.ok).toBe(true)
  expect(await signIn(mobile)).toMatchObject({ ok: true, value: { stage: 'full' } })
})

it('finds an applicant on sign-in despite many registrations with the same sign-in name at another school', async () => {
  const { school, mobile, fields } = await house()
  for (let child = 1; child <= 8; child += 1) {
    const typed = fields({ first_name: `Child ${child}`, password: `Neem-tree-number-${child}` })
    expect((await register(school.scope, typed, from())).ok).toBe(true)
  }
  const other = await house()
  const ninth = await register(
    other.school.scope,
    other.fields({ mobile_number: mobile, email: `${mobile}@family.test` }),
    from(),
  )
  if (!ninth.ok) throw new Error(ninth.reason)
  expect(await signIn(mobile)).toEqual({ ok: false, reason: 'applicant', application: ninth.value })
})

it('shows a rejection on sign-in, unless the password also fits a pending registration', async () => {
  const { school, mobile, fields } = await house()
  const first = await register(school.scope, fields(), from())
  if (!first.ok) throw new Error(first.reason)
  await rejectAdmission(school.scope, first.value, 'The class is full')
  expect(await signIn(mobile)).toEqual({ ok: false, reason: 'applicant', application: first.value })
  const second = await register(school.scope, fields(), from())
  if (!second.ok) throw new Error(second.reason)
  expect(await signIn(mobile)).toEqual({ ok: false, reason: 'applicant', application: second.value })
})

it('asks the user to choose when siblings share a sign-in name and a password', async () => {
  const { school, mobile, fields } = await house()
  const sister = await makeStudent(school, { mobileNumber: mobile, password })
  const first = await register(school.scope, fields(), from())
  const second = await register(school.scope, fields({ first_name: 'Dev' }), from())
  if (!first.ok || !second.ok) throw new Error('refused')
  expect(await signIn(mobile)).toEqual({
    ok: false,
    reason: 'several',
    accounts: [sister.publicId],
    applications: [first.value, second.value],
  })
})

it('slows down wrong passwords of applicants and accounts together; signing in to one does not reset the count of the other', async () => {
  const { school, mobile, fields } = await house()
  await makeStudent(school, { mobileNumber: mobile, password: 'kite-River-88' })
  await register(school.scope, fields(), from())
  for (const typed of ['wrong-1-guess', 'wrong-2-guess']) await signIn(mobile, typed)
  expect(await signIn(mobile)).toMatchObject({ reason: 'applicant' })
  await signIn(mobile, 'wrong-3-guess')
  expect(await signIn(mobile, 'kite-River-88')).toMatchObject({ ok: false, reason: 'slowed' })
  for (const typed of ['wrong-4-guess', 'wrong-5-guess']) await signIn(mobile, typed)
  expect(await signIn(mobile)).toMatchObject({ ok: false, reason: 'slowed' })
})

it('withdraws a pending registration, so that its password no longer signs in', async () => {
  const { school, mobile, fields } = await house()
  const made = await register(school.scope, fields(), from())
  if (!made.ok) throw new Error(made.reason)
  expect(await withdrawAdmission((await makeSchool()).scope, made.value)).toEqual({ ok: false, reason: 'not-found' })
  expect(await withdrawAdmission(school.scope, made.value)).toEqual({ ok: true })
  expect(await withdrawAdmission(school.scope, made.value)).toEqual({ ok: true })
  expect(await entriesOf(school, 'admission.withdrawn')).toMatchObject([{ kind: 'admission', details: {} }])
  expect(await signIn(mobile)).toEqual({ ok: false, reason: 'wrong-password' })
  const office = await makeAdmission(school)
  expect(await withdrawAdmission(school.scope, office.publicId)).toEqual({ ok: false, reason: 'not-found' })
  const decided = await makeAdmission(school, { origin: 'online', state: 'rejected' })
  expect(await withdrawAdmission(school.scope, decided.publicId)).toEqual({ ok: false, reason: 'decided' })
  // The child may register again.
  expect((await register(school.scope, fields(), from())).ok).toBe(true)
})

it('lists the schools that accept registrations, by a part of name or address', async () => {
  const key = unique()
  const open = await makeSchool({ name: `Shanti ${key}`, address: 'Ring Road, Surat' })
  const closed = await makeSchool({ name: `Closed ${key}` })
  await insert('school_settings', { school_id: closed.id, online_admissions: 0, updated_at: new Date() })
  const waiting = await makeSchool({ name: `Waiting ${key}`, approved: false })
  const found = await listOpenSchools(visitorScope(), { search: key, page: 1 })
  expect(found.rows.map((school) => school.name)).toEqual([`Shanti ${key}`])
  expect((await listOpenSchools(visitorScope(), { search: `${key} ring`, page: 1 })).total).toBe(1)
  expect(await findOpenSchool(visitorScope(), open.publicId)).toMatchObject({ id: open.id })
  expect(await findOpenSchool(visitorScope(), closed.publicId)).toBeNull()
  expect(await findOpenSchool(visitorScope(), waiting.publicId)).toBeNull()
})

it('finds applicants at approved schools first, and those at unapproved schools only when the school is named', async () => {
  const mobileNumber = `7${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`
  const online = { mobileNumber, origin: 'online' as const }
  for (let made = 0; made < 25; made++) await makeAdmission(await makeSchool({ approved: false }), online)
  const own = await makeSchool({ approved: false, name: `Own school ${unique()}` })
  const [hidden, first] = [await makeAdmission(own, online), await makeAdmission(await makeSchool(), online)]
  const idsOf = async (school?: string) =>
    (await findApplicants(visitorScope(), { kind: 'mobile', value: mobileNumber }, school)).map(({ id }) => id)
  const all = await idsOf()
  expect(all[0]).toBe(first.id)
  // One more than `maxAccountsChecked`, so that the page asks for the school.
  expect(all).toHaveLength(25)
  expect(all).not.toContain(hidden.id)
  expect(await idsOf(own.name)).toEqual([hidden.id])
})

it('accepts at most twenty registrations with files an hour from one network address, also when they arrive at once', async () => {
  const { school } = await house()
  const address = unique()
  const answers = await Promise.all(Array.from({ length: 25 }, () => mayBringFiles(school.scope, address)))
  expect(answers.filter(Boolean)).toHaveLength(20)
  expect(await mayBringFiles(school.scope, unique())).toBe(true)
})

it('accepts no more concurrent registrations from an address than its hourly limit has left', async () => {
  const { school, fields } = await house()
  const address = unique()
  await takeQuota(bucketOf('register', address), registrationsAnHour.address)
  await execute('UPDATE throttles SET failures = :max WHERE bucket = :bucket', {
    max: registrationsAnHour.address - 2,
    bucket: bucketOf('register', address),
  })
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, place) =>
      register(school.scope, fields({ first_name: `Diya ${place}` }), from(address)),
    ),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(2)
  expect(answers.filter((answer) => !answer.ok && answer.reason === 'too-many')).toHaveLength(4)
  expect(await countOf(school)).toBe(2)
})
