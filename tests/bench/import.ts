import { performance } from 'node:perf_hooks'
import { closeDatabase, database, execute, insertRows } from '~/database/database.server'
import { newPublicId } from '~/models/shared/public-id.server'
import { currentSession } from '../factories/academics'
import { checkFile, importFile } from '../factories/imports'
import { makeSchool } from '../factories/school'

/*
 * A CSV file of 10,000 students, one in a hundred of them wrong, from the start of the checking job to the commit; beside it the same
 * students by bare multi-row inserts. The last line is JSON.
 */
const count = 10_000
const firstNames = ['Asha', 'Ravi', 'Fatima', 'Harpreet', 'Meera', 'Joseph', 'પ્રિયંકા', 'Arjun']
const lastNames = ['Patel', 'Kumar', 'Shaikh', 'Singh', 'Iyer', 'Fernandes', 'Solanki', 'Reddy']
const pick = (list: readonly string[], index: number) => list[index % list.length] ?? ''

function fileOf(from: number, rows: number): string {
  const lines = [
    'GR No.,First Name,Surname,Sex,DOB,Caste,Father Name,Mother Name,Mobile No.,Email,Address,Std,Div,Roll No.,RTE',
  ]
  for (let index = from; index < from + rows; index++) {
    const dob = `${String(1 + (index % 28)).padStart(2, '0')}/${String(1 + (index % 12)).padStart(2, '0')}/${2009 + (index % 9)}`
    const mobile = index % 100 === 0 ? '1.2E+11' : `+91 ${String(7_000_000_000 + index)}`
    const section = String.fromCharCode(65 + (Math.floor(index / 600) % 20))
    lines.push(
      `B/${index},${pick(firstNames, index)},${pick(lastNames, index >> 3)},${index % 2 ? 'M' : 'F'},${dob},Gen,Rajesh ${pick(lastNames, index)},Hansa,${mobile},s${index}@bench.test,"${index} Shanti Nagar, Ahmedabad",${1 + (index % 10)},${section},,No`,
    )
  }
  return lines.join('\n')
}

/** Most memory that the work held, looked at ten times a second, without what was held before. */
function watchMemory() {
  global.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 100)
  return () => {
    clearInterval(timer)
    return (Math.max(most, process.memoryUsage().rss) - before) / 1024 / 1024
  }
}

/** How long the event loop stood still at most. */
function watchPauses() {
  let last = performance.now()
  let longest = 0
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 10)
    last = performance.now()
  }, 10)
  return () => {
    clearInterval(timer)
    return longest
  }
}

async function bare(rows: number): Promise<number> {
  const school = await makeSchool()
  const session = await currentSession(school)
  const now = new Date()
  const started = performance.now()
  await database().transaction(async () => {
    const ids = Array.from({ length: rows }, () => newPublicId())
    await insertRows(
      'students',
      [
        'public_id',
        'school_id',
        'enrollment_number',
        'first_name',
        'last_name',
        'gender',
        'date_of_birth',
        'category',
        'mobile_number',
        'email',
        'created_at',
        'updated_at',
      ],
      ids.map((id, index) => [
        id,
        school.id,
        `B/${index}`,
        'Asha',
        'Patel',
        'Female',
        '2012-06-14',
        'General',
        String(7_000_000_000 + index),
        `s${index}@bench.test`,
        now,
        now,
      ]),
    )
    const of = 'SELECT id, school_id'
    await execute(
      `INSERT INTO guardians (student_id, school_id, father_name, mother_name, updated_at) ${of}, 'Rajesh', 'Hansa', created_at FROM students WHERE school_id = :id`,
      { id: school.id },
    )
    await execute(
      `INSERT INTO student_addresses (student_id, school_id, address, updated_at) ${of}, '7 Shanti Nagar, Ahmedabad', created_at FROM students WHERE school_id = :id`,
      { id: school.id },
    )
    await insertRows(
      'classes',
      ['public_id', 'school_id', 'name', 'position', 'created_at', 'updated_at'],
      [[newPublicId(), school.id, 'Class 1', 1, now, now]],
    )
    await execute(
      `INSERT INTO sections (public_id, school_id, class_id, name, capacity, created_at, updated_at) SELECT public_id, school_id, id, 'A', 60, created_at, updated_at FROM classes WHERE school_id = :id`,
      { id: school.id },
    )
    await execute(
      `INSERT INTO enrollments (public_id, school_id, student_id, academic_session_id, class_id, section_id, enrolled_on, created_at, updated_at)
       SELECT s.public_id, s.school_id, s.id, :session, sec.class_id, sec.id, '2026-04-01', s.created_at, s.updated_at
       FROM students s JOIN sections sec ON sec.school_id = s.school_id WHERE s.school_id = :id`,
      { id: school.id, session: session.id },
    )
  })
  return (performance.now() - started) / 1000
}

async function imported(rows: number) {
  const school = await makeSchool()
  const session = await currentSession(school)
  const settings = { file: fileOf(0, rows), sessionPublicId: session.publicId, sectionCapacity: 500 }
  const memory = watchMemory()
  const pauses = watchPauses()
  const cpu = process.cpuUsage()
  const started = performance.now()
  const record = await importFile(school.scope, settings)
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpu)
  return { school, settings, record, seconds, cpuSeconds: (user + system) / 1e6, memoryMb: memory(), pauseMs: pauses() }
}

// The first run warms the pool, the prepared words and the compiler; a worker has done other work before, too.
await imported(500)
const result = await imported(count)
const bareSeconds = await bare(count)
const again = performance.now()
const repeated = await checkFile(result.school.scope, result.settings)
console.log(
  JSON.stringify({
    rows: count,
    seconds: result.seconds,
    cpuSeconds: result.cpuSeconds,
    rowsPerSecond: count / result.seconds,
    memoryMb: result.memoryMb,
    maxPauseMs: result.pauseMs,
    bareSeconds,
    ratio: result.seconds / bareSeconds,
    counts: result.record.counts,
    repeatSeconds: (performance.now() - again) / 1000,
    repeated: repeated.counts,
  }),
)
await closeDatabase()
