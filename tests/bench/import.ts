import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { paths } from '~/addresses/paths'
import { schoolPaths } from '~/addresses/school-paths'
import { closeDatabase, database, execute, insertRows } from '~/database/database.server'
import { addDays } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { isAadhaar } from '~/models/people/students/rules'
import { currentSession } from '../factories/academics'
import { signedInStaff, signedInStudent } from '../factories/accounts'
import { readRow } from '../factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../factories/school'
import { begin, commit, until, workerFigures } from './import-work'

/*
 * Uploads files of 10,000 messy rows to a worker as the office's page does, while pages are opened; then inserts the
 * same students with bare multi-row statements. Arguments: the app's address, the worker's pid and its log. The last
 * line is JSON.
 */
const [appUrl = '', workerPid = '', workerLog = ''] = process.argv.slice(2)
const count = 10_000
const rounds = 3
/** Interval of page views, independent of earlier responses. */
const pageEveryMs = 50
const aloneMs = 5_000

const pick = (list: readonly string[], index: number) => list[index % list.length] ?? ''
const firstNames = ['Asha', 'Ravi', 'Fatima', 'Harpreet', 'Meera', 'Joseph', 'પ્રિયંકા', 'Arjun']
const lastNames = ['Patel', 'Kumar', 'Shaikh', 'Singh', 'Iyer', 'Fernandes', 'સોલંકી', 'Reddy']
const genders = ['M', 'Female', 'boy', 'F', 'છોકરો', 'girl']
const categories = ['Gen', 'SEBC', 'General', 'sc', 'Open', 'S.T.', 'OBC']
const classes = ['1', 'II', 'Std 3', '4th', 'Class 5', 'VI', 'STD. 7', '8', 'ધોરણ 9', 'X']
const header =
  `GR No.,Name of Student,Sex,DOB,Caste,Father Name,Mother's Name,Mobile No.,E-mail ID,Address,Std.,Div,Roll No.,RTE,
  Father Aadhaar No,Pin Code,Taluka,Dist.,Bus,Remarks`.replace(/\n\s*/g, '')

/** Returns a date in one of the formats that offices use. */
function dayOf(index: number): string {
  const day = addDays('2008-01-01', (index * 7) % 3_600)
  const [year = '', month = '', date = ''] = day.split('-')
  const serial = Math.round((Date.parse(day) - Date.parse('1899-12-30')) / 86_400_000)
  const named = `${Number(date)} ${pick(['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'], Number(month) - 1)} ${year}`
  return pick(
    [`${date}/${month}/${year}`, `${Number(date)}-${Number(month)}-${year.slice(2)}`, day, named, String(serial)],
    index,
  )
}

function mobileOf(index: number): string {
  const number = String(7_000_000_000 + index)
  const split = `${number.slice(0, 5)}-${number.slice(5)}`
  return pick([number, `+91 ${split}`, `0${number}`, ` ${number} `, `${number[0]}.${number.slice(1)}E+09`], index)
}

function aadhaarOf(index: number): string {
  const digits = [...'0123456789'].map((check) => `${20_000_000_000 + index}${check}`).find(isAadhaar) ?? ''
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/**
 * Faults, one in every fortieth row: an invalid number, date or category, a missing name or class, or a repeated
 * student.
 */
const faults: ReadonlyArray<(cells: string[]) => void> = [
  (cells) => cells.splice(7, 1, '1.2E+11'),
  (cells) => cells.splice(3, 1, '31/02/2014'),
  (cells) => cells.splice(1, 1, ''),
  (cells) => cells.splice(10, 1, ''),
  (cells) => cells.splice(0, 1, 'B/1'),
  (cells) => cells.splice(4, 1, 'see form'),
]

/**
 * Returns a school's file: a title above the headings, headings repeated as on printed pages, blank lines, and a total
 * at the end.
 */
function messyFile(rows: number): string {
  const lines = ['Shree Saraswati Vidyalaya,,', 'List of students,,', '', header]
  for (let index = 0; index < rows; index++) {
    if (index % 250 === 249) lines.push(',,,,')
    if (index % 500 === 499) lines.push(header)
    const cells = [
      `B/${index}`,
      `${pick(firstNames, index)}  ${pick(lastNames, index >> 3)}`,
      pick(genders, index),
      dayOf(index),
      pick(categories, index),
      `Rajesh ${pick(lastNames, index)}`,
      'Hansaben ',
      mobileOf(index),
      index % 3 === 0 ? ` S${index}@Bench.test` : '',
      `"${index} Shanti Nagar, Naranpura,  Ahmedabad"`,
      pick(classes, index),
      String.fromCharCode(65 + (Math.floor(index / 600) % 20)),
      String(1 + (Math.floor(index / 10) % 60) + 60 * (Math.floor(index / 12_000) % 2)),
      pick(['No', 'N', '', 'no'], index),
      aadhaarOf(index),
      '380013',
      'City',
      'Ahmedabad',
      pick(['Route 4', ''], index),
      '',
    ]
    if (index % 40 === 39) faults[Math.floor(index / 40) % faults.length]?.(cells)
    lines.push(cells.join(','))
  }
  return [...lines, `Total,${rows},`].join('\r\n')
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

async function imported(school: MadeSchool, rows: number, phase: (name: Phase) => void = () => {}) {
  phase('check')
  const id = await begin(school, messyFile(rows))
  const checked = await until(school, id, 'checked')
  phase('commit')
  const { record, seconds } = await commit(school, id)
  return { counts: record.counts, waited: { check: checked.seconds, commit: seconds } }
}

type Phase = 'alone' | 'check' | 'commit'

/** Opens pages in an open loop, each timed from its scheduled moment. */
function openPages(pages: () => ReadonlyArray<{ path: string; cookie: string }>) {
  const times: Record<Phase, number[]> = { alone: [], check: [], commit: [] }
  const opened: Array<Promise<void>> = []
  let [now, isOver, nth]: [Phase, boolean, number] = ['alone', false, 0]
  const open = async (phase: Phase, planned: number) => {
    const all = pages()
    const { path, cookie } = all[nth++ % all.length] ?? { path: '/', cookie: '' }
    const answer = await fetch(appUrl + path, { headers: { cookie }, redirect: 'manual' })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`)
    times[phase].push(performance.now() - planned)
  }
  const running = (async () => {
    for (let planned = performance.now(); !isOver; planned += pageEveryMs) {
      await sleep(Math.max(0, planned - performance.now()))
      opened.push(open(now, planned))
    }
    await Promise.all(opened)
  })()
  return {
    phase: (name: Phase) => {
      now = name
    },
    end: async () => {
      isOver = true
      await running
      return times
    },
  }
}

const worker = workerFigures(workerPid, workerLog)

// Another school whose pages are opened. Its import also warms the worker up, as earlier work does in production.
const other = await makeSchool()
await imported(other, 1_000)
const someone = await readRow<{ id: number }>('SELECT MIN(id) AS id FROM students WHERE school_id = :id', {
  id: other.id,
})
const student = (await signedInStudent({ id: someone?.id ?? 0, schoolId: other.id })).cookie
const office = (await signedInStaff(await makeStaff(other))).cookie
let own = office
const pages = () => [
  { path: paths.student.fees, cookie: student },
  { path: schoolPaths.students, cookie: own },
  { path: paths.student.home, cookie: student },
  { path: schoolPaths.home, cookie: own },
  { path: schoolPaths.defaulters, cookie: office },
]
for (let time = 0; time < 40; time++)
  for (const { path, cookie } of pages()) await (await fetch(appUrl + path, { headers: { cookie } })).arrayBuffer()

const reading = openPages(pages)
await sleep(aloneMs)
const found: Array<Awaited<ReturnType<typeof imported>>> = []
worker.resetPeak()
const before = { memory: worker.memoryMb('VmRSS'), cpu: worker.cpuSeconds() }
let last = other
for (let round = 0; round < rounds; round++) {
  last = await makeSchool()
  own = (await signedInStaff(await makeStaff(last))).cookie
  found.push(await imported(last, count, reading.phase))
}
const after = { memory: worker.memoryMb('VmHWM'), cpu: worker.cpuSeconds() }
const times = await reading.end()
const again = await until(last, await begin(last, messyFile(count)), 'checked')
// Waits for the worker's log entry, which it writes after the import's state.
await sleep(500)
console.log(
  JSON.stringify({
    rows: count,
    check: worker.jobs('check-import').slice(1, 1 + rounds),
    commit: worker.jobs('run-import').slice(1, 1 + rounds),
    repeat: worker.jobs('check-import').at(-1),
    repeated: again.record.counts,
    waited: found.map(({ waited }) => waited),
    counts: found[0]?.counts,
    times,
    cpuSeconds: (after.cpu - before.cpu) / rounds,
    memoryMb: after.memory - before.memory,
    bareSeconds: await bare(count),
  }),
)
await closeDatabase()
