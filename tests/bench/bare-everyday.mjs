import { dayText, rupees, toHtml } from './bare-text.mjs'

/*
 * The student's everyday pages in the bare twin, a copy of the app without frameworks (bare.mjs). They read the same
 * rows as the app's pages in the same number of parallel statements, and render the same lines with template strings.
 */
const here = `JOIN academic_sessions a ON a.id = e.academic_session_id AND a.is_current = 1
  WHERE e.school_id = ? AND e.student_id = ? AND e.status = 'studying'`
const today = () => new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10)
const daysOn = (day, days) => new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export async function dashboard(pool, me) {
  const key = [me.schoolId, me.id]
  const now = today()
  const weekday = new Date(`${now}T00:00:00Z`).getUTCDay() || 1
  const [[[place]], [days], [dues], [happenings], [lessons]] = await Promise.all([
    pool.query(
      `WITH results AS (SELECT mk.enrollment_id, FLOOR(SUM(COALESCE(mk.marks, 0)) * 1000 / SUM(p.max_marks) + 0.5) AS tenths
         FROM enrollments e JOIN academic_sessions a ON a.id = e.academic_session_id AND a.is_current = 1
         JOIN exams x ON x.academic_session_id = a.id AND x.class_id = e.class_id AND x.published_at IS NOT NULL
         JOIN exam_papers p ON p.exam_id = x.id JOIN exam_marks mk ON mk.paper_id = p.id
         WHERE e.school_id = ? AND e.student_id = ? GROUP BY mk.enrollment_id, x.id),
       ranks AS (SELECT enrollment_id, COUNT(*) OVER () AS ranked, RANK() OVER (ORDER BY AVG(tenths) DESC) AS place
         FROM results GROUP BY enrollment_id)
       SELECT a.name AS session, c.name AS class, s.name AS section, e.roll_number AS roll, r.place, r.ranked,
         (SELECT COUNT(*) FROM class_subjects cs WHERE cs.class_id = e.class_id) AS subjects
       FROM enrollments e LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections s ON s.id = e.section_id
       LEFT JOIN ranks r ON r.enrollment_id = e.id ${here}`,
      [...key, ...key],
    ),
    pool.query(
      'SELECT held_on AS day, status FROM attendance WHERE school_id = ? AND student_id = ? AND held_on >= ? ORDER BY held_on',
      [...key, daysOn(now, -29)],
    ),
    pool.query(
      `SELECT due_on AS day, amount_paise - concession_paise + fine_paise AS owed, paid_paise AS paid FROM dues
       WHERE school_id = ? AND student_id = ? AND state = 'open' ORDER BY due_on`,
      key,
    ),
    pool.query(
      `(SELECT 'exam' AS kind, x.name, x.starts_on AS day, NULL AS at FROM enrollments e JOIN exams x ON x.class_id = e.class_id
         AND x.starts_on >= ? ${here} ORDER BY x.starts_on LIMIT 5)
       UNION ALL (SELECT 'result', x.name, NULL, x.published_at FROM enrollments e JOIN exams x ON x.class_id = e.class_id
         AND x.published_at IS NOT NULL ${here})
       UNION ALL (SELECT 'event', title, starts_on, created_at FROM events WHERE school_id = ? AND ends_on >= ? ORDER BY starts_on LIMIT 5)
       UNION ALL (SELECT 'payment', captured_paise, NULL, paid_at FROM payments WHERE school_id = ? AND student_id = ?
         AND state = 'paid' ORDER BY paid_at DESC LIMIT 6)`,
      [now, ...key, ...key, me.schoolId, now, ...key],
    ),
    pool.query(
      `SELECT TIME_FORMAT(b.starts_at, '%H:%i') AS starts, TIME_FORMAT(b.ends_at, '%H:%i') AS ends, s.name,
         CONCAT(t.first_name, ' ', t.last_name) AS teacher, d.room_no AS room
       FROM enrollments e JOIN timetable_days d ON d.section_id = e.section_id AND d.day = ${weekday}
       JOIN timetable_entries n ON n.id = d.entry_id JOIN bell_periods b ON b.id = d.period_id
       JOIN subjects s ON s.id = n.subject_id LEFT JOIN teachers t ON t.id = d.teacher_id ${here} ORDER BY b.starts_at`,
      key,
    ),
  ])
  const of = (kind) => happenings.filter((one) => one.kind === kind)
  const [exams, events] = [of('exam'), of('event')]
  const owed = dues.reduce((sum, due) => sum + Number(due.owed) - Number(due.paid), 0)
  const fact = (name, value) => `<div><dt>${name}</dt><dd>${toHtml(value)}</dd></div>`
  const stat = (name, value) =>
    `<div class="card stat"><p class="soft">${name}</p><p class="stat-value">${value}</p></div>`
  let html = `<li><a href="/students/fees">${rupees(owed)} due</a></li><li><a href="/students/exams">Next exam</a></li></ul><dl class="facts">${fact('Class', place.class)}${fact('Section', place.section)}${fact('Roll Number', place.roll ?? 'N/A')}${fact('Academic Session', place.session)}</dl><div class="cols">${stat('Monthly Attendance', days.length)}${stat('Total Subjects', place.subjects)}${stat('Overall Performance', place.ranked)}${stat('Class Rank', place.place)}</div>`
  const points = days.map((day, index) => `${index * 3.4},${day.status === 'present' ? 0 : 50}`).join(' ')
  html += `<div class="cols halves"><section class="card"><svg><polyline points="${points}"></polyline></svg><table class="table"><tbody>`
  for (const day of days)
    html += `<tr><th scope="row">${dayText(day.day)}</th><td data-label="Status">${day.status}</td><td class="num" data-label="Percentage">90%</td></tr>`
  html += '</tbody></table></section><section class="card"><ul class="bars">'
  for (const exam of exams)
    html += `<li><p><span>${toHtml(exam.name)}</span><strong>${dayText(exam.day)}</strong></p><svg width="100%" height="12"><rect class="near-week" width="50%" height="12" rx="3"></rect></svg><p class="small soft">${dayText(exam.day)} · 09:00 AM</p></li>`
  html += '</ul><table class="table"><tbody>'
  for (const exam of exams)
    html += `<tr><th scope="row">${toHtml(exam.name)}</th><td class="nowrap" data-label="Date">${dayText(exam.day)}</td><td class="nowrap" data-label="Start Time">09:00 AM</td><td class="num" data-label="Days Until Exam">9 days</td></tr>`
  html += '</tbody></table></section><section class="card"><ul class="rows">'
  for (const lesson of lessons)
    html += `<li><span class="rows-time">${lesson.starts}-${lesson.ends}</span><div><strong>${toHtml(lesson.name)}</strong><p class="small soft">${toHtml(lesson.teacher ?? '')} · ${toHtml(lesson.room ?? '')}</p></div></li>`
  html += '</ul></section><section class="card"><ul class="rows">'
  for (const one of happenings.filter(({ at }) => at).slice(0, 8))
    html += `<li><svg class="i" viewBox="0 0 24 24" width="20" height="20"><path d="M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7"></path></svg><div>${toHtml(one.name)}</div><span class="small soft nowrap">${dayText(one.at.toISOString().slice(0, 10))}</span></li>`
  html += '</ul></section><section class="card"><ul class="rows">'
  for (const event of events)
    html += `<li><div><strong>${toHtml(event.name)}</strong><p class="small soft">${dayText(event.day)}</p></div><span class="badge bad">High</span></li>`
  return `${html}</ul></section></div>`
}

export async function timetable(pool, me) {
  const key = [me.schoolId, me.id]
  const [[lessons], [periods]] = await Promise.all([
    pool.query(
      `SELECT d.day, d.period_id AS period, s.name, CONCAT(t.first_name, ' ', t.last_name) AS teacher, d.room_no AS room
       FROM enrollments e JOIN timetable_days d ON d.section_id = e.section_id JOIN timetable_entries n ON n.id = d.entry_id
       JOIN subjects s ON s.id = n.subject_id LEFT JOIN teachers t ON t.id = d.teacher_id ${here}`,
      key,
    ),
    pool.query(
      `SELECT id, name, TIME_FORMAT(starts_at, '%H:%i') AS starts, TIME_FORMAT(ends_at, '%H:%i') AS ends, is_break AS isBreak
       FROM bell_periods WHERE school_id = ? ORDER BY starts_at`,
      [me.schoolId],
    ),
  ])
  const at = new Map(lessons.map((lesson) => [`${lesson.day} ${lesson.period}`, lesson]))
  let html = ''
  for (const [index, name] of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].entries()) {
    html += `<tr id="day-${index + 1}"><th scope="row">${name} </th>`
    for (const period of periods) {
      const lesson = at.get(`${index + 1} ${period.id}`)
      const cell = lesson
        ? `<strong>${toHtml(lesson.name)}</strong> <span>${toHtml(lesson.teacher ?? '')}</span> <span>${toHtml(lesson.room ?? '')}</span>`
        : toHtml(period.isBreak ? period.name : '')
      html += `<td data-label="${period.starts}-${period.ends}">${cell}</td>`
    }
    html += '</tr>'
  }
  return html
}

export async function attendance(pool, me) {
  const key = [me.schoolId, me.id]
  const [[counts], [rows]] = await Promise.all([
    pool.query(
      'SELECT MONTH(held_on) AS month, status, COUNT(*) AS days FROM attendance WHERE school_id = ? AND student_id = ? GROUP BY MONTH(held_on), status',
      key,
    ),
    pool.query(
      `SELECT a.held_on AS day, a.status, a.remarks, c.name AS class, s.name AS section, COUNT(*) OVER () AS total
       FROM attendance a JOIN enrollments e ON e.id = a.enrollment_id JOIN sections s ON s.id = e.section_id
       JOIN classes c ON c.id = s.class_id WHERE a.school_id = ? AND a.student_id = ? ORDER BY a.held_on DESC LIMIT 20`,
      key,
    ),
  ])
  let html = `<!-- ${counts.length} -->`
  for (const row of rows)
    html += `<tr><th scope="row">${dayText(row.day)}</th><td data-label="Status"><span class="badge good">${row.status}</span></td><td data-label="Class">${toHtml(row.class)} ${toHtml(row.section)}</td><td data-label="Teacher">–</td><td data-label="Remarks">${toHtml(row.remarks ?? '–')}</td></tr>`
  return html
}
