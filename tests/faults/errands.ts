import { setTimeout as sleep } from 'node:timers/promises'
import { paths } from '~/addresses/paths'
import { schoolPaths } from '~/addresses/school-paths'
import { todayInIndia } from '~/models/core/shared/calendar'
import { yearsToApplyFor } from '~/models/money/hostels/rules'
import { unique } from '../factories/insert'
import { makeDue } from '../factories/ledger'
import { answersTo } from '../factories/quizzes'
import { readRow, readRows } from '../factories/read'
import { guardianStep } from '../factories/room-applications'
import type { MadeStudent } from '../factories/student'
import { northOfRajkot } from '../factories/transport'
import { patience } from '../setup/slowness'
import { type Person, pathOf, type SeenPage } from './person'
import { steadily, type Town } from './town'

/*
 * Tasks of users (errands). Each call does the task once, from opening the page to the last response, and records every
 * confirmed effect in the journal with a check that runs at the end of the test.
 */

type Errand = (town: Town, chance: () => number) => Promise<void>

const idIn = (address: string | null): string => address?.split('?')[0]?.split('/').at(-1) ?? ''

/** Returns null when the query's only row has the wanted values, otherwise a sentence that names the difference. */
async function differs(
  what: string,
  sql: string,
  values: Record<string, string | number>,
  wanted: Record<string, unknown>,
): Promise<string | null> {
  const rows = await readRows<Record<string, unknown>>(sql, values)
  const [row] = rows
  const isRight = rows.length === 1 && Object.entries(wanted).every(([name, value]) => row?.[name] === value)
  return isRight ? null : `${what}: ${JSON.stringify(rows)} instead of ${JSON.stringify(wanted)}`
}

/** Checks that money for a due arrived once, with one receipt. */
const isPaidOnce = (what: string, studentId: number, paymentId: string) =>
  differs(
    what,
    `SELECT (SELECT COUNT(*) FROM payments p WHERE p.student_id = :studentId AND p.captured_paise > 0) AS payments,
       (SELECT COUNT(*) FROM receipts r JOIN payments p ON p.id = r.payment_id WHERE p.public_id = :paymentId) AS receipts,
       (SELECT state FROM payments WHERE public_id = :paymentId) AS state`,
    { studentId, paymentId },
    { payments: 1, receipts: 1, state: 'paid' },
  )

/**
 * Presses a button up to 30 times, as the page asks users to do while the payment provider does not respond. Returns
 * the redirect target, or null when every try was refused.
 */
async function pressUntilTaken(
  town: Town,
  person: Person,
  address: string,
  press: (page: SeenPage) => Promise<SeenPage & { to: string | null }>,
) {
  for (let round = 0; round < 30; round++) {
    const answer = await press(await person.open(address))
    if (answer.status === 303) return answer.to
    if (answer.status !== 422) throw new Error(`${address} was answered with ${answer.status}`)
    town.journal.count('told that a service is away')
    await sleep(700)
  }
  return null
}

/**
 * Pays on the provider's page, then returns to the portal if `comesBack`, otherwise closes the browser. Returns true
 * when the money was paid.
 */
async function payAtProvider(
  town: Town,
  person: Person,
  student: MadeStudent,
  paymentId: string,
  comesBack: boolean,
): Promise<boolean> {
  const { journal, stage } = town
  let linkId: string | undefined
  for (let round = 0; round < 30 && !linkId; round++) {
    const page = await person.open(paths.student.payment(paymentId))
    linkId = /\/l\/(plink_\w+)/.exec(`${page.headers.refresh} ${page.text}`)?.[1]
    if (!linkId) await sleep(500)
  }
  if (!linkId) return false
  const paid = await stage.sandbox.pay(linkId, 'upi').catch(() => null)
  if (!paid?.returnTo) return false
  const facts = { student: student.id, payment: paymentId, link: linkId }
  journal.acknowledge('paid at the provider', facts, () => isPaidOnce('money of the provider', student.id, paymentId))
  if (!comesBack) return true
  const back = await person.open(pathOf(new URL(paid.returnTo)))
  if (back.text.includes('Payment received'))
    journal.acknowledge('payment received', facts, () => isPaidOnce('a receipt that was shown', student.id, paymentId))
  return true
}

const payOnline: Errand = async (town, chance) => {
  const { student, person } = await town.newStudent()
  const due = await steadily(() => makeDue(student))
  const to = await pressUntilTaken(town, person, paths.student.pay(due.publicId), (page) =>
    person.send(page, { form_key: keyIn(page) }),
  )
  const paymentId = idIn(to)
  if (to === null) return
  town.journal.acknowledge('payment started', { student: student.id, payment: paymentId }, () =>
    differs(
      'a payment that was started',
      'SELECT COUNT(*) AS payments FROM payments WHERE public_id = :paymentId AND student_id = :studentId',
      { paymentId, studentId: student.id },
      { payments: 1 },
    ),
  )
  // One in ten leaves without paying.
  if (chance() < 0.9) await payAtProvider(town, person, student, paymentId, chance() < 0.7)
}

const keyIn = (page: SeenPage): string =>
  page.document.querySelector('main input[name="form_key"]')?.getAttribute('value') ?? ''

const payCash: Errand = async (town) => {
  const { student } = await town.newStudent()
  const due = await steadily(() => makeDue(student))
  const page = await town.office.open(`${schoolPaths.newPayment}?due=${due.publicId}`)
  const { status, to, text } = await town.office.send(page, { method: 'cash' })
  if (status !== 303) throw new Error(`Cash was answered with ${status}: ${alertIn(text)}`)
  const paymentId = idIn(to)
  town.journal.acknowledge('cash taken', { student: student.id, payment: paymentId }, () =>
    isPaidOnce('cash', student.id, paymentId),
  )
}

const alertIn = (text: string): string => {
  const alert = /role="alert".*?<\/(?:div|section)>/s.exec(text)?.[0] ?? /<main.*<\/main>/s.exec(text)?.[0] ?? text
  return alert
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 300)
}

const writeQuiz: Errand = async (town, chance) => {
  const { student, person } = await town.newStudent()
  const byHand = chance() < 0.6
  const quiz = byHand ? town.quizzes.byHand : town.quizzes.byTime
  const start = await person.open(paths.student.quiz(quiz.publicId))
  const started = await person.send(start, {})
  if (started.status !== 303) throw new Error(`The quiz did not start: ${started.status}, ${alertIn(started.text)}`)
  const given = answersTo(quiz)
  let saved = 0
  for (const { questionId, optionId } of given) {
    const answer = await person.post(paths.student.keepAnswers(quiz.publicId), {
      [`option-${questionId}`]: optionId ?? '',
    })
    // The one-minute quiz may have ended while the portal was down.
    if (answer.status === 409) break
    if (answer.status !== 200) throw new Error(`An answer was answered with ${answer.status}`)
    saved += 1
    const facts = { student: student.id, quiz: quiz.id, question: questionId, option: optionId }
    town.journal.acknowledge('answer saved', facts, () =>
      differs(
        'an answer',
        `SELECT o.public_id AS optionId FROM quiz_attempts t JOIN quiz_answers a ON a.attempt_id = t.id
         JOIN quiz_questions q ON q.id = a.question_id JOIN quiz_options o ON o.id = a.option_id
         WHERE t.quiz_id = :quiz AND t.student_id = :student AND q.public_id = :question`,
        { student: student.id, quiz: quiz.id, question: questionId },
        { optionId },
      ),
    )
    await sleep(30)
  }
  const isRight = async () => {
    const attempt = await readRow<{ score: number | null; closedBy: string | null }>(
      `SELECT CAST(score AS DOUBLE) AS score, closed_by AS closedBy FROM quiz_attempts WHERE quiz_id = :quiz AND student_id = :student`,
      { quiz: quiz.id, student: student.id },
    )
    const { score = null, closedBy = null } = attempt ?? {}
    // Marks may exceed the confirmed answers: an answer whose confirmation was lost may have been saved.
    const marked = score !== null && score >= saved && score <= given.length
    return marked && closedBy !== null
      ? null
      : `an attempt has ${score} of ${saved} saved answers, closed by ${closedBy}`
  }
  const facts = { student: student.id, quiz: quiz.id, saved }
  if (!byHand) return town.journal.acknowledge('quiz left to the clock', facts, isRight)
  const page = await person.open(paths.student.quiz(quiz.publicId))
  const handedIn = await person.send(page, {}, paths.student.submitQuiz(quiz.publicId))
  if (handedIn.status !== 303) throw new Error(`The quiz was not taken: ${handedIn.status}, ${alertIn(handedIn.text)}`)
  town.journal.acknowledge('quiz handed in', facts, isRight)
}

const rowsOfFile = 25
const divisions = 'ABCDEFGH'

/**
 * Returns a file of students in classes 1 to 5, spread over sections, so that none fills up during the run, and over
 * mobile numbers, because only a few accounts may share one.
 */
function fileOfStudents(prefix: string, number: number): Buffer {
  const division = divisions[number % divisions.length]
  const lines = Array.from(
    { length: rowsOfFile },
    (_, index) =>
      `${prefix}-${index},Asha,Patel,F,14/06/2018,General,Rajesh,Hansa,${7_000_000_000 + number * rowsOfFile + index},${index} Shanti Nagar,${1 + (index % 5)},${division}`,
  )
  return Buffer.from(
    `GR No,First name,Surname,Sex,DOB,Caste,Father,Mother,Mobile,Address,Std,Div\n${lines.join('\n')}\n`,
  )
}

const importStudents: Errand = async (town, chance) => {
  const { importer, importing, journal } = town
  const prefix = unique()
  const page = await importer.open(schoolPaths.newImport('students'))
  const file = {
    name: `${prefix}.csv`,
    mimeType: 'text/csv',
    buffer: fileOfStudents(prefix, Math.floor(chance() * 1000)),
  }
  const uploaded = await importer.send(page, { file, section_capacity: '500' })
  // Uploads are refused while the worker of an earlier file has been killed and its lease has not expired yet.
  if (uploaded.status === 422 && uploaded.text.includes('Other files of your school are being checked or imported'))
    return journal.count('imports asked to wait')
  if (uploaded.status !== 303 || uploaded.to === null) {
    throw new Error(`An upload was answered with ${uploaded.status}: ${alertIn(uploaded.text)}`)
  }
  const address = uploaded.to
  const importId = idIn(address)
  journal.acknowledge('file uploaded', { import: importId, prefix }, () =>
    isWholeOrNothing(importId, prefix, importing.id),
  )
  for (const deadline = Date.now() + patience(100_000); Date.now() < deadline && !town.isClosing(); await sleep(400)) {
    const shown = await importer.open(address)
    if (shown.text.includes(`href="${schoolPaths.checkImportAgain(importId)}"`)) {
      journal.count('imports checked again')
      await importer.send(await importer.open(schoolPaths.checkImportAgain(importId)), {})
    } else if (shown.text.includes(`href="${schoolPaths.runImport(importId)}"`)) {
      const run = await importer.send(await importer.open(schoolPaths.runImport(importId)), { rows: 'all' })
      if (run.status === 303) {
        journal.acknowledge('import run', { import: importId, prefix }, () => isDone(importId, prefix, importing.id))
        return
      }
    }
  }
}

const importedRows = (importId: string, prefix: string, schoolId: number) =>
  readRow<{
    state: string
    reason: string | null
    students: number
    enrolled: number
    hasFile: number
    problems: string | null
  }>(
    `SELECT i.state, i.stopped_because AS reason, i.file_id IS NOT NULL AS hasFile,
       (SELECT MAX(r.problems) FROM import_rows r WHERE r.import_id = i.id AND r.outcome = 'rejected') AS problems,
       (SELECT COUNT(*) FROM students s WHERE s.school_id = :schoolId AND s.enrollment_number LIKE :like) AS students,
       (SELECT COUNT(*) FROM enrollments e JOIN students s ON s.id = e.student_id
        WHERE s.school_id = :schoolId AND s.enrollment_number LIKE :like) AS enrolled
     FROM imports i WHERE i.public_id = :importId`,
    { importId, schoolId, like: `${prefix}-%` },
  )

async function isWholeOrNothing(importId: string, prefix: string, schoolId: number): Promise<string | null> {
  const found = await importedRows(importId, prefix, schoolId)
  const wanted = found?.state === 'done' ? rowsOfFile : 0
  const isRight = found && found.students === wanted && found.enrolled === wanted
  // The office has cancelled no import, so each is done, still has its file, or was given up by the worker.
  const isAlive =
    found &&
    (found.state === 'done' || (found.state === 'checked' && found.hasFile === 1) || found.reason === 'gave-up')
  return isRight && isAlive ? null : `an import is ${JSON.stringify(found)}`
}

async function isDone(importId: string, prefix: string, schoolId: number): Promise<string | null> {
  const found = await importedRows(importId, prefix, schoolId)
  const isRight = found?.state === 'done' && found.students === rowsOfFile
  return isRight ? null : `an import that was to run is ${JSON.stringify(found)}`
}

const order: Errand = async (town, chance) => {
  const { student, person } = await town.newStudent()
  const product = town.products[Math.floor(chance() * town.products.length)]
  if (!product) return
  const byCash = chance() < 0.5
  const button = byCash ? 'cod' : 'buy'
  const page = await person.open(paths.student.product(product.publicId))
  if (!page.document.querySelector(`main [name="${button}"]`)) return town.journal.count('sold out')
  const pressed = await person.send(page, {}, button)
  if (pressed.status === 422) return town.journal.count('sold out')
  if (pressed.status !== 303) throw new Error(`An order was answered with ${pressed.status}: ${alertIn(pressed.text)}`)
  const facts = { student: student.id, product: product.id, to: pressed.to }
  town.journal.acknowledge(byCash ? 'ordered for cash' : 'ordered online', facts, () =>
    differs(
      'an order',
      'SELECT COUNT(*) AS orders FROM orders WHERE student_id = :studentId',
      { studentId: student.id },
      { orders: 1 },
    ),
  )
  if (byCash || chance() < 0.2) return
  // When the payment could not start, the user starts it from the order's page.
  let to = pressed.to
  if (to?.startsWith(paths.student.order(idIn(to)))) {
    const address = to
    to = await pressUntilTaken(town, person, address, async (shown) => {
      const answer = await person.send(shown, {}, undefined)
      return answer.status === 303 && answer.to?.startsWith(paths.student.orders) ? { ...answer, status: 422 } : answer
    })
  }
  if (to === null) return
  if (!(await payAtProvider(town, person, student, idIn(to), chance() < 0.7))) return
  town.journal.acknowledge('order paid', facts, () =>
    differs(
      'an order that was paid',
      'SELECT state, paid_at IS NOT NULL AS isPaid, invoice_number IS NOT NULL AS hasInvoice FROM orders WHERE student_id = :studentId',
      { studentId: student.id },
      { state: 'paid', isPaid: 1, hasInvoice: 1 },
    ),
  )
}

const applyForRoom: Errand = async (town, chance) => {
  const { student, person } = await town.newStudent()
  const room = town.rooms[Math.floor(chance() * town.rooms.length)]
  if (!room) return
  const today = todayInIndia(new Date())
  const first = await person.open(paths.student.applyForHostel({ hostel: room.hostel.publicId, room: room.publicId }))
  if (first.status !== 200) throw new Error(`The room was answered with ${first.status}`)
  const stay = { academic_year: yearsToApplyFor(today)[0] ?? '', semester: 'full_year', check_in_date: today }
  const chosen = await person.send(first, stay, 'intent=next')
  if (chosen.status === 422) return town.journal.count('room full')
  const { guardian_name, guardian_phone, emergency_contact } = guardianStep
  const guardian = await person.send(
    await person.open(paths.student.hostelGuardian),
    { guardian_name, guardian_phone, emergency_contact },
    'intent=next',
  )
  if (guardian.status !== 303)
    throw new Error(`The guardian was answered with ${guardian.status}: ${alertIn(guardian.text)}`)
  const sent = await person.send(
    await person.open(paths.student.hostelDetails),
    { special_requirements: '' },
    'intent=next',
  )
  if (sent.status === 422) return town.journal.count('room full')
  if (sent.status !== 303 || !sent.to?.includes('/applications/'))
    throw new Error(`The application was answered with ${sent.status} ${sent.to}: ${alertIn(sent.text)}`)
  const applicationId = sent.to.split('/applications/')[1]?.split('/')[0] ?? ''
  const facts = { student: student.id, application: applicationId }
  const isThere = (wanted: Record<string, unknown>) =>
    differs(
      'a hostel application',
      `SELECT (SELECT COUNT(*) FROM hostel_applications a WHERE a.student_id = :studentId) AS applications,
         a.status, a.holds_bed AS holdsBed FROM hostel_applications a WHERE a.public_id = :applicationId`,
      { studentId: student.id, applicationId },
      wanted,
    )
  town.journal.acknowledge('applied for a room', facts, () => isThere({ applications: 1 }))
  const page = await town.office.open(schoolPaths.approveHostel(applicationId))
  if (!page.document.querySelector('main [name="room"]')) return town.journal.count('room full')
  const approved = await town.office.send(page, {})
  if (approved.status === 422) return town.journal.count('room full')
  if (approved.status !== 303) throw new Error(`The approval was answered with ${approved.status}`)
  town.journal.acknowledge('bed given', facts, () => isThere({ applications: 1, status: 'approved', holdsBed: 1 }))
}

const applyForTransport: Errand = async (town, chance) => {
  const { student, person } = await town.newStudent()
  const run = town.runs[Math.floor(chance() * town.runs.length)]
  if (!run) return
  const form = paths.student.transport()
  const sought = await person.send(
    await person.open(form),
    { pickup_address: 'Kalavad Road Rajkot' },
    'intent=find-pickup',
  )
  if (sought.status !== 303 || sought.to === null) throw new Error(`The place was answered with ${sought.status}`)
  const north = { latitude: String(northOfRajkot.latitude), longitude: String(northOfRajkot.longitude) }
  const placed = await person.send(await person.open(sought.to), north, 'intent=coordinates')
  // The portal trusts a maps service that wrongly places a location outside India.
  if (placed.status === 422 && placed.text.includes('This place is not in India.'))
    return town.journal.count('believed a lying map')
  if (placed.status !== 303)
    throw new Error(`The coordinates were answered with ${placed.status}: ${alertIn(placed.text)}`)
  const answers = { drop_same: 'on', emergency_contact: '9825022222', fare_structure_id: town.fare.publicId }
  const priced = await person.send(await person.open(form), answers, 'intent=calculate')
  const offer = priced.to === null ? priced : await person.open(priced.to)
  if (!offer.document.querySelector('main [name="seen_monthly"]')) throw new Error(`No fare: ${alertIn(offer.text)}`)
  const sent = await person.send(offer, { payment_plan: 'monthly' }, 'intent=apply')
  // The maps service failed or recovered in between and changed the distance: the page shows the new fare.
  if (sent.status === 422) return town.journal.count('fare changed meanwhile')
  if (sent.status !== 303) throw new Error(`The application was answered with ${sent.status}: ${alertIn(sent.text)}`)
  const application = await steadily(() =>
    readRows<{ publicId: string }>('SELECT public_id AS publicId FROM transport_applications WHERE student_id = :id', {
      id: student.id,
    }),
  )
  const applicationId = application[0]?.publicId ?? ''
  const facts = { student: student.id, application: applicationId }
  const isThere = (wanted: Record<string, unknown>) =>
    differs(
      'a transport application',
      `SELECT (SELECT COUNT(*) FROM transport_applications a WHERE a.student_id = :studentId) AS applications,
         a.approved_at IS NOT NULL AS isApproved, a.run_id AS runId FROM transport_applications a WHERE a.public_id = :applicationId`,
      { studentId: student.id, applicationId },
      wanted,
    )
  town.journal.acknowledge('applied for transport', facts, () => isThere({ applications: 1 }))
  const page = await town.office.open(schoolPaths.approveTransport(applicationId))
  const isListed = page.document
    .querySelectorAll('main select[name="run"] option')
    .some((option) => option.value === run.publicId && !option.isDisabled)
  if (!isListed) return town.journal.count('vehicle full')
  const approved = await town.office.send(page, { run: run.publicId })
  if (approved.status === 422) return town.journal.count('vehicle full')
  if (approved.status !== 303) throw new Error(`The approval was answered with ${approved.status}`)
  town.journal.acknowledge('seat given', facts, () => isThere({ applications: 1, isApproved: 1, runId: run.id }))
}

export const errands: Record<string, Errand> = {
  payOnline,
  payOnlineToo: payOnline,
  payCash,
  writeQuiz,
  importStudents,
  order,
  applyForRoom,
  applyForTransport,
}
