import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import mysql from 'mysql2/promise'
import { attendance, dashboard, timetable } from './bare-everyday.mjs'
import { quiz } from './bare-quiz.mjs'
import { dayText, rupees, toHtml } from './bare-text.mjs'

/*
 * The bare twin: the same pages with only node:http, mysql2 and template strings. It finds the session, runs the pages'
 * own queries, formats and escapes each row, and sends the same bytes of content. All text around the rows comes from
 * the app's own response (BARE_FRAMES). The ratio of the app to this twin is the cost of the framework.
 */
const pool = mysql.createPool({
  uri: process.env.DATABASE_URL,
  connectionLimit: 10,
  dateStrings: ['DATE'],
  timezone: '+00:00',
})
const frames = JSON.parse(readFileSync(process.env.BARE_FRAMES, 'utf8'))

async function session(request, table, column) {
  const token = /(?:^|; )bare=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const [rows] = await pool.query(
    `SELECT a.id, a.school_id AS schoolId, sc.name AS schoolName FROM sessions s JOIN ${table} a ON a.id = s.${column}
     JOIN schools sc ON sc.id = s.school_id WHERE s.id_hash = ? AND s.expires_at > UTC_TIMESTAMP(3)`,
    [createHash('sha256').update(token).digest('hex')],
  )
  return rows[0]
}

async function fees(request) {
  const me = await session(request, 'students', 'student_id')
  const [[, [rows]]] = await Promise.all([
    Promise.all([
      pool.query(
        `SELECT s.first_name, s.last_name, s.email, s.gender, g.father_name, s.mobile_number, s.date_of_birth
         FROM students s LEFT JOIN guardians g ON g.student_id = s.id WHERE s.school_id = ? AND s.id = ?`,
        [me.schoolId, me.id],
      ),
      pool.query(
        `SELECT d.public_id AS id, d.name, d.title, d.due_on AS dueOn, d.amount_paise - d.concession_paise + d.fine_paise AS owed,
           d.paid_paise AS paid, a.name AS year,
           (SELECT r.public_id FROM payment_lines l JOIN receipts r ON r.payment_id = l.payment_id
            WHERE l.due_id = d.id AND l.kind = 'due' AND l.state = 'settled' AND r.cancelled_at IS NULL
            ORDER BY l.id DESC LIMIT 1) AS receiptId
         FROM dues d JOIN academic_sessions a ON a.id = d.academic_session_id
         LEFT JOIN enrollments e ON e.student_id = d.student_id AND e.academic_session_id = a.id
         WHERE d.school_id = ? AND d.student_id = ? AND d.state = 'open' ORDER BY a.starts_on DESC, d.due_on, d.id`,
        [me.schoolId, me.id],
      ),
    ]),
  ])
  let html = ''
  for (const row of rows) {
    const open = Number(row.owed) > Number(row.paid)
    html += `<tr><th scope="row">${toHtml(row.name)}</th><td data-label="Fee Title">${toHtml(row.title)}</td><td class="nowrap" data-label="Due Date">${dayText(row.dueOn)}</td><td class="num" data-label="Amount">${rupees(Number(row.owed))}</td><td data-label="Status">${open ? '<span class="badge neutral">Pending</span>' : '<span class="badge good">Paid</span>'}</td><td class="act">${open ? `<a class="btn" href="/students/fees/${row.id}/pay">Pay</a>` : `<a class="btn btn-secondary" href="/students/receipts/${row.receiptId}" download="">Download Receipt</a>`}</td></tr>`
  }
  return html
}

async function students(request) {
  const me = await session(request, 'staff_users', 'staff_user_id')
  const [[[count]], [rows]] = await Promise.all([
    pool.query('SELECT COUNT(*) AS total FROM students WHERE school_id = ?', [me.schoolId]),
    pool.query(
      `SELECT s.public_id AS id, s.first_name, s.last_name, s.enrollment_number, s.mobile_number, s.email, s.status,
         c.name AS className, x.name AS sectionName, e.roll_number AS roll
       FROM students s LEFT JOIN academic_sessions a ON a.school_id = s.school_id AND a.is_current = 1
       LEFT JOIN enrollments e ON e.student_id = s.id AND e.academic_session_id = a.id
       LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections x ON x.id = e.section_id
       WHERE s.school_id = ? ORDER BY s.first_name, s.last_name, s.id LIMIT 20`,
      [me.schoolId],
    ),
  ])
  let html = `<!-- ${count.total} -->`
  for (const row of rows) {
    html += `<tr><th scope="row"><a href="/school/students/${row.id}">${toHtml(row.first_name)} ${toHtml(row.last_name)}</a></th><td data-label="Enrollment number">${toHtml(row.enrollment_number)}</td><td data-label="Class">${toHtml(row.className ?? '')} ${toHtml(row.sectionName ?? '')}</td><td data-label="Roll number">${row.roll ?? ''}</td><td data-label="Mobile">${toHtml(row.mobile_number)}</td><td data-label="E-mail">${toHtml(row.email ?? '')}</td><td data-label="Status"><span class="badge good">${toHtml(row.status)}</span></td></tr>`
  }
  return html
}

const everyday = (make) => async (request) => make(pool, await session(request, 'students', 'student_id'))

/** The only page with an id in its address. */
const takeQuiz = async (request) =>
  quiz(pool, await session(request, 'students', 'student_id'), request.url.split('/').at(-1))

const pages = {
  '/students/login': async () => '',
  '/students/fees': fees,
  '/students/dashboard': everyday(dashboard),
  '/students/timetable': everyday(timetable),
  '/students/attendance': everyday(attendance),
  '/school/students': students,
}

createServer(async (request, response) => {
  const path = request.url.split('?')[0]
  const page = pages[path] ?? (path.startsWith('/students/quizzes/') ? takeQuiz : undefined)
  if (!page) return response.writeHead(404).end()
  try {
    const [before, after] = frames[path]
    const html = before + (await page(request)) + after
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': Buffer.byteLength(html) })
      .end(html)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('bare twin listening'))
