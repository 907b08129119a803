import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { execute } from '~/database/database.server'
import { financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import type { FeeReceiptView } from '~/models/money/ledger/receipt-view'
import { receiptNumber } from '~/models/money/ledger/rules'
import { type Account, idleMinutes, openSession } from '~/models/people/accounts/sign-in/sessions.server'
import { hashPassword } from '~/services/secrets/passwords.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { newStorageKey } from '~/services/storage/key'
import {
  currentSession,
  type MadeClass,
  type MadeEnrollment,
  type MadeSection,
  type MadeSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../factories/academics'
import { makeAdmission } from '../factories/admissions'
import { guardianCookie, staffCookie, studentCookie } from '../factories/app'
import { makeAttendanceThings, presentForm } from '../factories/attendance'
import type { BreachThings } from '../factories/breaches'
import type { CertificateThings } from '../factories/certificates'
import type { ConsentThings } from '../factories/consents'
import { type ExamThings, makeExamThings } from '../factories/exams'
import type { GuardianOfficeThings } from '../factories/guardian-office'
import { linkGuardian, type MadeGuardianAccount, makeGuardian, makeGuardianAccount } from '../factories/guardians'
import type { HostelDecisionThings } from '../factories/hostel-decisions'
import type { HostelOfficeThings } from '../factories/hostel-office'
import type { HostelThings } from '../factories/hostels'
import { insert, insertMany, unique } from '../factories/insert'
import { type MadeDue, makeBankAccount, makeDue, makeOpeningDue, makePaymentKeys } from '../factories/ledger'
import type { MessagingThings } from '../factories/messaging'
import { makeNoticeThings, type NoticeThings } from '../factories/notices'
import { makeChangeRequest, makeLeaver } from '../factories/people'
import { makeDocument } from '../factories/profile'
import { makePromotion } from '../factories/promotions'
import type { QuizOfficeThings } from '../factories/quiz-office'
import type { QuizThings } from '../factories/quizzes'
import { readRow, readRows } from '../factories/read'
import type { RegisterThings } from '../factories/register'
import type { ReportCardThings } from '../factories/report-cards'
import type { RoomApplicationThings } from '../factories/room-applications'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from '../factories/school'
import type { SecondPersonThings } from '../factories/second-person'
import type { ShopThings } from '../factories/shop'
import type { ShopOfficeThings } from '../factories/shop-office'
import { type MadeStudent, makeStudent } from '../factories/student'
import { makeInvited, makeSubject, makeTeacher } from '../factories/teaching'
import { makeTimetableThings, type TimetableThings } from '../factories/timetable'
import type { TransportDecisionThings } from '../factories/transport-decisions'
import type { TransportOfficeThings } from '../factories/transport-office'
import type { VehicleThings } from '../factories/vehicles'
import { type Role, roles } from './permissions'
import { makeRows } from './rows'

/** Resources of one student and of the student's school, for the addresses of requests. */
export interface Things {
  school: MadeSchool
  student: MadeStudent
  enrollment: MadeEnrollment
  session: MadeSession
  class: MadeClass
  section: MadeSection
  fee: string
  payment: string
  receipt: string
  openPayment: string
  /** A paid cheque, and a bank transfer to be confirmed. */
  cheque: string
  transfer: string
  /** Public ids of deletable resources: nothing depends on them. */
  spare: { session: string; class: string; section: string }
  /** Public ids of the rows that only the policies of one domain need (rows.ts). */
  rows: readonly string[]
  /** Public ids: a subject of the class, its teacher, and an invited staff user. */
  subject: string
  teacher: string
  colleague: string
  guardian: MadeGuardianAccount
  /** Public id of a second session of the guardian. */
  guardiansSession: string
  /** Public id of the guardian's basket with the paid payment. */
  familyPayment: string
  /** Public ids of a second session of the student, and of one of the school's owner. */
  studentsSession: string
  ownersSession: string
  /** Public id of a staff user with a second factor. */
  factorHolder: string
  /** Public id of a passkey of that staff user. */
  passkey: string
  /** Public id of a pending admission. */
  admission: string
  /**
   * Public ids of imports of students: a checked one to view, one to commit (and the time of its check), one that
   * failed, one that can be taken back.
   */
  import: string
  importToRun: string
  importToRunSeen: string
  importToUndo: string
  importFailed: string
  /** Public ids of a student who left mid-session, and of a pending change request. */
  leaver: string
  changeRequest: string
  /** Public id of a promotion of the class that can be undone. */
  promotion: string
  /** Key of a stored file of the student. */
  file: string
  /** Key of the same file, as one of the student's documents. */
  document: string
  due: MadeDue
  paidDue: MadeDue
  /** Overdue fee to which a late fine has been added. */
  finedDue: MadeDue
  /** Opening dues without money: one to correct, one to remove. */
  openingDue: MadeDue
  openingDueToRemove: MadeDue
  /** Public id. */
  concession: string
  timetable: TimetableThings
  exams: ExamThings
  reportCards: ReportCardThings
  quizOffice: QuizOfficeThings
  notices: NoticeThings
  hostels: HostelThings
  hostelOffice: HostelOfficeThings
  roomApplications: RoomApplicationThings
  shopOffice: ShopOfficeThings
  shop: ShopThings
  hostelDecisions: HostelDecisionThings
  transportDecisions: TransportDecisionThings
  transportOffice: TransportOfficeThings
  vehicles: VehicleThings
  quizzes: QuizThings
  certificates: CertificateThings
  guardianOffice: GuardianOfficeThings
  messaging: MessagingThings
  /** Public id of a student in the register who appears on no other page. */
  register: RegisterThings
  /** Public ids of notices, of a guardian, and of grievances. */
  consents: ConsentThings
  /** Public ids: a case, the student's notice of it, and a bounced address. */
  breaches: BreachThings
  /** Public id of an unconfirmed retention run; for a classmate, of a withdrawn one. */
  retentionRun: string
  /** Public ids of two requests for a second person: one that the owner may decide, and one that the owner made. */
  secondPerson: SecondPersonThings
  /** Public ids: a completed run, and a student whose removed data can be restored. */
  removedLately: { run: string; student: string }
  /** Public ids, an unmarked school day, and the form that marks it. */
  attendance: Awaited<ReturnType<typeof makeAttendanceThings>> & { form: Record<string, string> }
}

/**
 * Guardians who have opened a child's pages, and still hold the cookie even if their rights were removed later. For
 * each right, one guardian has only that right, so that a page that checks another right fails.
 */
export const guardians = [
  'guardian',
  'guardian who may only see',
  'guardian who may only pay',
  'guardian who is only told',
  'guardian without rights',
  'guardian of a classmate',
  'guardian at another school',
] as const
export type Guardian = (typeof guardians)[number]

/** Rights of those guardians of `own.student` who do not have all rights. */
export const partialRights = {
  'guardian who may only see': { maySee: true, mayPay: false, isTold: false },
  'guardian who may only pay': { maySee: false, mayPay: true, isTold: false },
  'guardian who is only told': { maySee: false, mayPay: false, isTold: true },
  'guardian without rights': { maySee: false, mayPay: false, isTold: false },
} as const satisfies Partial<Record<Guardian, object>>

export const actors = [
  'anonymous',
  'student',
  'classmate',
  'student of another school',
  'student who has no password yet',
  ...roles,
  ...guardians,
  'owner of another school',
  'owner who has yet to give the code',
  'owner who must set up a second factor',
] as const
export type Actor = (typeof actors)[number]

export interface World {
  own: Things
  /** Another student of the same school, and the resources of another school. */
  classmate: Things
  foreign: Things
  staff: Record<Role, MadeStaff>
  /** Key of an authenticator app that the owner has begun to set up. */
  factorKey: string
  cookies: Record<Actor, string>
}

/**
 * Creates two schools with everything that a page can show; files are stored where the app keeps its own.
 * With `longQuizzes`, quizzes have a typical length, for the page budgets; otherwise they are short, because some tests
 * make hundreds of worlds.
 */
export async function makeWorld(
  app: { dataDir: string },
  { longQuizzes = false, step = () => {} }: { longQuizzes?: boolean; step?: (what: string) => void } = {},
): Promise<World> {
  const school = await makeSchool({ name: `Own School ${unique()}` })
  const otherSchool = await makeSchool({ name: `Other School ${unique()}` })
  const staff = {} as Record<Role, MadeStaff>
  for (const role of roles) {
    staff[role] = await makeStaff(school, { role, name: `Zubeida ${role} ${unique()}` })
    await givePassword('staff_users', staff[role].id)
  }
  const otherOwner = await makeStaff(otherSchool, { role: 'owner' })
  step('the staff')
  const own = await makeThings(app, school, staff.owner, undefined, longQuizzes)
  step('things of the own student')
  const classmate = await makeThings(app, school, staff.owner, own)
  step('things of the classmate')
  const foreign = await makeThings(app, otherSchool, otherOwner)
  step('things of the student at another school')
  await sitBeside(own, classmate)
  await makeTeacher(school, { staff: staff.teacher, section: own.section })
  const newcomer = await makeStudent(school)
  // Uses another school, because at this one the owner would need a second factor in all other tests.
  const strictSchool = await makeSchool({ name: `Other School ${unique()}` })
  await (await import('../factories/second-factor')).requireFactorOf(strictSchool.id, 'owner')
  const { makeSecondFactor } = await import('../factories/second-factor')
  const factorKey = await makeSecondFactor(staff.owner, { confirmed: false })
  await makeSecondFactor(staff.accounts, { recoveryCodes: testRecoveryCodes })
  const { makePasskey } = await import('../factories/passkeys')
  own.passkey = (await makePasskey(staff.accounts)).publicId
  const halfway = await makeStaff(school)
  await makeSecondFactor(halfway, { recoveryCodes: testRecoveryCodes })
  await makePasskey(halfway)
  own.attendance.form = await presentForm(own.section, own.attendance.day)
  const cookiesOfRoles = {} as Record<Role, string>
  for (const role of roles) cookiesOfRoles[role] = await staffCookie(school, staff[role])
  const partialCookie = async (actor: keyof typeof partialRights) =>
    guardianCookie(await guardianOf(own.student, partialRights[actor]), own.student)
  return {
    own,
    classmate,
    foreign,
    staff,
    factorKey,
    cookies: {
      anonymous: '',
      student: await studentCookie(own.student),
      classmate: await studentCookie(classmate.student),
      'student of another school': await studentCookie(foreign.student),
      'student who has no password yet': await studentCookie(newcomer, 'choose-password'),
      guardian: await guardianCookie(own.guardian, own.student),
      'guardian who may only see': await partialCookie('guardian who may only see'),
      'guardian who may only pay': await partialCookie('guardian who may only pay'),
      'guardian who is only told': await partialCookie('guardian who is only told'),
      'guardian without rights': await partialCookie('guardian without rights'),
      'guardian of a classmate': await guardianCookie(classmate.guardian, classmate.student),
      'guardian at another school': await guardianCookie(foreign.guardian, foreign.student),
      ...cookiesOfRoles,
      'owner of another school': await staffCookie(otherSchool, otherOwner),
      'owner who has yet to give the code': await staffCookie(school, halfway, 'second-factor'),
      'owner who must set up a second factor': await staffCookie(strictSchool, await makeStaff(strictSchool)),
    },
  }
}

/**
 * Makes the staff user of a limited role the class teacher of this world’s section, which has only one class teacher.
 */
export function makeClassTeacher({ own, staff }: World, role: Role): Promise<number> {
  return execute(
    `UPDATE teachers t JOIN sections s ON s.class_teacher_id = t.id SET t.staff_user_id = :id WHERE s.id = :sectionId`,
    { id: staff[role].id, sectionId: own.section.id },
  )
}

export async function makeThings(
  app: { dataDir: string },
  school: MadeSchool,
  owner: MadeStaff,
  beside?: Things,
  longQuizzes = false,
): Promise<Things> {
  const session = beside?.session ?? (await currentSession(school))
  const ofClass = beside?.class ?? (await makeClass(school, { name: `Std ${unique()}` }))
  const section = beside?.section ?? (await makeSection(ofClass))
  const student = await makeStudent(school, { lastName: `Zwxq${unique()}` })
  if (!beside) await givePassword('students', student.id)
  const enrollment = await makeEnrollment(student, { session, class: ofClass, section, rollNumber: beside ? 2 : 1 })
  if (!beside) await makePaymentKeys(school, testKeys)
  if (!beside) {
    const { makeMessageKeys, messageAccountOf } = await import('../factories/message-sandbox')
    await makeMessageKeys(school, messageAccountOf(unique(), null))
  }
  await makeBankAccount(school)
  const due = await makeDue(student, { session })
  const paidDue = await makeDue(student, { session, title: 'Second instalment' })
  const finedDue = await makeDue(student, { session, title: 'Third instalment', finePaise: 50_00 })
  const openingDue = await makeOpeningDue(student, { session, title: 'Last year' })
  const openingDueToRemove = await makeOpeningDue(student, { session, title: 'Year before' })
  const fee = await makeFeeRow(school, session, ofClass)
  const { payment, receipt } = await makePaidPayment(student, paidDue)
  const openPayment = await makePaymentRow(student, { state: 'pending', captured: 0, amount: due.owedPaise })
  const file = await makeFile(app, student)
  const exams = beside?.exams ?? (await makeExamThings(student, { enrollment, session, class: ofClass }))
  const guardianThings = await makeGuardianThings(student, payment, openPayment.publicId)
  return {
    school,
    student,
    enrollment,
    session,
    class: ofClass,
    section,
    fee,
    due,
    paidDue,
    finedDue,
    openingDue,
    openingDueToRemove,
    concession: await (await import('../factories/fee-rules')).makeConcession(student, session),
    payment,
    receipt,
    openPayment: openPayment.publicId,
    admission: (await makeAdmission(school, { class: ofClass, session })).publicId,
    ...(await importThings(school.scope, session)),
    ...(await makeOfficePayments(student, session)),
    leaver: (await makeLeaver(school, { session, class: ofClass, section })).publicId,
    changeRequest: await makeChangeRequest(student),
    promotion: await makePromotion(school, {
      from: session,
      to: await makeAcademicSession(school, { startYear: beside ? 2043 : 2042 }),
      class: ofClass,
    }),
    attendance: { ...(await makeAttendanceThings(student, enrollment)), form: {} },
    file,
    document: await makeDocument(student, file),
    spare: {
      session: (await makeAcademicSession(school, { startYear: beside ? 2041 : 2040 })).publicId,
      class: (await makeClass(school)).publicId,
      section: (await makeSection(ofClass, { name: `S${unique().slice(-8)}` })).publicId,
    },
    rows: await makeRows(school),
    subject: (await makeSubject(school, { classes: [ofClass] })).publicId,
    teacher: (await makeTeacher(school, { section })).publicId,
    ...guardianThings,
    consents: await (await import('../factories/consents')).makeConsentThings(school, student, guardianThings.guardian),
    studentsSession: await secondSession({ kind: 'student', schoolId: school.id, id: student.id }),
    ownersSession: await secondSession({ kind: 'staff', schoolId: school.id, id: owner.id }),
    ...(await makeFactorHolder(school)),
    colleague: (await makeInvited(school, { role: 'office' })).publicId,
    notices: await makeNoticeThings(school, { section, student }),
    hostels: await (await import('../factories/hostels')).makeHostelThings(school, student, beside?.hostels),
    hostelOffice: await (await import('../factories/hostel-office')).makeHostelOfficeThings(school),
    roomApplications: await (await import('../factories/room-applications')).makeRoomApplicationThings(school, student),
    shopOffice: await (await import('../factories/shop-office')).makeShopOfficeThings(school, student),
    shop: await (await import('../factories/shop')).makeShopThings(school, student),
    hostelDecisions: await (await import('../factories/hostel-decisions')).makeHostelDecisionThings(school, session),
    transportOffice: await (await import('../factories/transport-office')).makeTransportOfficeThings(school),
    transportDecisions: await (await import('../factories/transport-decisions')).makeTransportDecisionThings(
      school,
      session,
    ),
    vehicles: await (await import('../factories/vehicles')).makeVehicleThings(school, student, beside?.vehicles),
    quizzes:
      beside?.quizzes ??
      (await (await import('../factories/quizzes')).makeQuizThings(student, enrollment, longQuizzes)),
    guardianOffice: await (await import('../factories/guardian-office')).makeGuardianOfficeThings(school),
    certificates: await (await import('../factories/certificates')).makeCertificateThings(school, student),
    messaging: await (await import('../factories/messaging')).makeMessagingThings(school, student),
    register: await (await import('../factories/register')).makeRegisterThings(school),
    breaches: await (await import('../factories/breaches')).makeBreachThings(school, student),
    retentionRun: await (await import('../factories/retention')).makeRun(owner),
    secondPerson: await (await import('../factories/second-person')).makeSecondPersonThings(school, owner, student),
    removedLately: await (await import('../factories/retention')).makeRemoved(school, owner),
    exams,
    reportCards: await (await import('../factories/report-cards')).makeReportCardThings(
      school,
      student,
      { enrollment, session, class: ofClass, section, exam: exams.exam },
      beside?.reportCards,
    ),
    quizOffice:
      beside?.quizOffice ??
      (await (
        await import('../factories/quiz-office')
      ).makeQuizOfficeThings(student, { enrollment, session, class: ofClass, section })),
    timetable: beside?.timetable ?? (await makeTimetableThings(section, session)),
  }
}

/** Creates a guardian of the student with an account, by default with all rights. */
async function guardianOf(
  student: MadeStudent,
  rights: Parameters<typeof linkGuardian>[2] = {},
): Promise<MadeGuardianAccount> {
  const mobileNumber = `9${String(10 ** 9 + student.id).slice(1)}`
  const account = await makeGuardianAccount({ name: `Guardian ${unique()}`, mobileNumber })
  const guardian = await makeGuardian(
    { id: student.schoolId },
    { name: `Guardian ${unique()}`, mobileNumber, accountId: account.id },
  )
  await linkGuardian(guardian, student, rights)
  return account
}

async function makeGuardianThings(
  student: MadeStudent,
  paid: string,
  open: string,
): Promise<Pick<Things, 'guardian' | 'guardiansSession' | 'familyPayment'>> {
  const guardian = await guardianOf(student)
  const own = await readRow<{ id: number }>('SELECT id FROM family_guardians WHERE account_id = :id', {
    id: guardian.id,
  })
  const basketOf = async (payment: string) => {
    const basket = newPublicId()
    const basketId = await insert('payment_baskets', {
      public_id: basket,
      school_id: student.schoolId,
      guardian_id: own?.id ?? 0,
      guardian_name: guardian.name,
      form_key: newPublicId(),
      created_at: new Date(),
    })
    await execute('UPDATE payments SET basket_id = :basketId WHERE public_id = :payment', { basketId, payment })
    return basket
  }
  await basketOf(paid)
  const familyPayment = await basketOf(open)
  const guardiansSession = await secondSession({ kind: 'guardian', schoolId: null, id: guardian.id })
  return { guardian, guardiansSession, familyPayment }
}

/** Opens a session in addition to the actor's own; returns its public id. */
async function secondSession(account: Account): Promise<string> {
  const token = await openSession(visitorScope(), account, { stage: 'full', idleMinutes: idleMinutes.sharedPhone })
  const row = await readRow<{ id: string }>('SELECT public_id AS id FROM sessions WHERE id_hash = :hash', {
    hash: hashToken(token),
  })
  return row?.id ?? ''
}

/** Copies the student's attempts and marks to the classmate. */
async function sitBeside(own: Things, classmate: Things): Promise<void> {
  const by = { student_id: classmate.student.id, enrollment_id: classmate.enrollment.id }
  const rowsOf = (table: string, column: string, id: number) =>
    readRows<Record<string, string | number | null>>(`SELECT * FROM ${table} WHERE ${column} = :id`, { id })
  for (const { id, ...attempt } of await rowsOf('quiz_attempts', 'student_id', own.student.id)) {
    const attempt_id = await insert('quiz_attempts', { ...attempt, ...by, public_id: newPublicId() })
    const answers = await rowsOf('quiz_answers', 'attempt_id', Number(id))
    await insertMany(
      'quiz_answers',
      answers.map(({ id: _, ...answer }) => ({ ...answer, attempt_id })),
    )
  }
  const marks = await rowsOf('exam_marks', 'student_id', own.student.id)
  await insertMany(
    'exam_marks',
    marks.map(({ id: _, ...mark }) => ({ ...mark, ...by })),
  )
}

export const testKeys = {
  keyId: 'rzp_test_planted01',
  keySecret: 'planted-key-secret-of-the-tests',
  webhookSecret: 'planted-webhook-secret-of-the-tests',
}

/** Recovery codes of `staff.accounts`, and of the owner who has yet to give the code; each code is valid once. */
export const testRecoveryCodes = ['2345BCDF6789GHJK', '2345BCDF6789GHJM', '2345BCDF6789GHJN'] as const

async function makeFactorHolder(school: MadeSchool): Promise<Pick<Things, 'factorHolder' | 'passkey'>> {
  const holder = await makeStaff(school, { role: 'teacher' })
  await (await import('../factories/second-factor')).makeSecondFactor(holder)
  const { publicId } = await (await import('../factories/passkeys')).makePasskey(holder)
  return { factorHolder: holder.publicId, passkey: publicId }
}

/** Password of `own.student` and `foreign.student`. */
export const studentPassword = 'Neem-tree-by-the-well-8'
/** Password of the staff of `own.school`. */
export const staffPassword = 'Banyan-tree-by-the-gate-9'

// Computes the two slow hashes once for all worlds of a run.
const hashes = { students: '', staff_users: '' }

async function givePassword(table: 'students' | 'staff_users', id: number): Promise<void> {
  hashes[table] ||= await hashPassword(table === 'students' ? studentPassword : staffPassword)
  await execute(`UPDATE ${table} SET password_hash = :hash, password_changed_at = UTC_TIMESTAMP(3) WHERE id = :id`, {
    hash: hashes[table],
    id,
  })
}

async function makeFeeRow(school: MadeSchool, session: MadeSession, ofClass: MadeClass): Promise<string> {
  const publicId = newPublicId()
  const now = new Date()
  const id = await insert('fees', {
    public_id: publicId,
    school_id: school.id,
    academic_session_id: session.id,
    class_id: ofClass.id,
    name: `School Fee ${unique()}`,
    form_key: newPublicId(),
    created_at: now,
    updated_at: now,
  })
  await insert('fee_heads', { fee_id: id, position: 0, kind: 'tuition', name: 'Tuition Fee', amount_paise: 1_000_000 })
  await insert('fee_instalments', {
    fee_id: id,
    position: 0,
    title: 'First instalment',
    due_on: session.endsOn,
    amount_paise: 1_000_000,
  })
  return publicId
}

async function makePaymentRow(
  student: MadeStudent,
  facts: {
    state: string
    captured: number
    amount: number
    transactionId?: string
    method?: 'cash' | 'cheque' | 'bank_transfer'
  },
): Promise<{ id: number; publicId: string }> {
  const publicId = newPublicId()
  const now = new Date()
  const id = await insert('payments', {
    public_id: publicId,
    school_id: student.schoolId,
    student_id: student.id,
    method: facts.method ?? (facts.captured > 0 ? 'cash' : 'online'),
    state: facts.state,
    amount_paise: facts.amount,
    captured_paise: facts.captured,
    transaction_id: facts.transactionId ?? null,
    form_key: newPublicId(),
    paid_at: facts.captured > 0 ? now : null,
    created_at: now,
    updated_at: now,
  })
  return { id, publicId }
}

async function makePaidPayment(
  student: MadeStudent,
  due: MadeDue,
  method: 'cash' | 'cheque' = 'cash',
): Promise<{ payment: string; receipt: string }> {
  const amount = due.owedPaise
  const transactionId = `OFF-${unique()}`
  const row = await makePaymentRow(student, { state: 'paid', captured: amount, amount, transactionId, method })
  const now = new Date()
  await insert('payment_lines', {
    school_id: student.schoolId,
    payment_id: row.id,
    due_id: due.id,
    kind: 'due',
    state: 'settled',
    is_online: 0,
    amount_paise: amount,
    settled_at: now,
    created_at: now,
  })
  await execute('UPDATE dues SET paid_paise = :amount WHERE id = :id', { amount, id: due.id })
  const receipt = newPublicId()
  const financialYear = financialYearOf(todayInIndia(now))
  receipts += 1
  await insert('receipts', {
    public_id: receipt,
    school_id: student.schoolId,
    student_id: student.id,
    payment_id: row.id,
    financial_year: financialYear,
    number: receipts,
    view: JSON.stringify(receiptView(student, due, transactionId, receipts)),
    issued_at: now,
  })
  return { payment: row.publicId, receipt }
}

async function makeOfficePayments(
  student: MadeStudent,
  session: MadeSession,
): Promise<{ cheque: string; transfer: string }> {
  const due = (title: string) => makeDue(student, { session, title, amountPaise: 50_000 })
  const cheque = await makePaidPayment(student, await due('Third instalment'), 'cheque')
  const transferred = await due('Fourth instalment')
  const amount = transferred.owedPaise
  const transfer = await makePaymentRow(student, { state: 'pending', captured: 0, amount, method: 'bank_transfer' })
  await insert('payment_lines', {
    school_id: student.schoolId,
    payment_id: transfer.id,
    due_id: transferred.id,
    kind: 'due',
    state: 'open',
    is_online: 0,
    amount_paise: amount,
    created_at: new Date(),
  })
  return { cheque: cheque.payment, transfer: transfer.publicId }
}

async function makeFile(app: { dataDir: string }, student: MadeStudent): Promise<string> {
  const key = newStorageKey('receipts', 'pdf')
  const content = '%PDF-1.4 a file of the tests'
  const file = path.join(app.dataDir, 'files', key)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
  await insert('files', {
    school_id: student.schoolId,
    student_id: student.id,
    storage_key: key,
    visibility: 'student',
    content_type: 'application/pdf',
    file_name: 'receipt.pdf',
    size_bytes: content.length,
    state: 'kept',
    created_at: new Date(),
  })
  return key
}

let receipts = 100

function receiptView(student: MadeStudent, due: MadeDue, transactionId: string, number: number): FeeReceiptView {
  const today = todayInIndia(new Date())
  return {
    number: receiptNumber(financialYearOf(today), number),
    financialYear: financialYearOf(today),
    issuedOn: today,
    cancelled: false,
    school: { name: 'A School', address: 'An address', phone: '079 2657 0000', email: 'office@school.test' },
    student: {
      name: `${student.firstName} ${student.lastName}`,
      enrollmentNumber: student.enrollmentNumber,
      className: '7',
      sectionName: 'A',
      sessionName: financialYearOf(today),
      rollNumber: '1',
      fatherName: student.fatherName,
    },
    lines: [
      {
        feeName: 'School Fee',
        title: 'Second instalment',
        dueOn: due.dueOn,
        parts: [{ name: 'Tuition Fee', amountPaise: due.owedPaise }],
        concessionPaise: 0,
        finePaise: 0,
        amountPaise: due.owedPaise,
      },
    ],
    totalPaise: due.owedPaise,
    method: 'cash',
    transactionId,
    reference: null,
    paidAt: new Date().toISOString(),
  }
}

/**
 * Imports the factory only now: it writes through tables that bind to the database on import, so the app must have
 * started.
 */
async function importThings(scope: MadeSchool['scope'], session: MadeSession) {
  const { makeImportThings } = await import('../factories/imports')
  return makeImportThings(scope, session.publicId)
}
