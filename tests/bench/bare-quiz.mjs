import { toHtml } from './bare-text.mjs'

/**
 * Page of a quiz in progress in the bare twin (bare.mjs). It reads the same rows as the app's page in the same number
 * of statements and shows one card per question.
 */
export async function quiz(pool, me, id) {
  const [[attempt]] = await pool.query(
    `SELECT q.id AS quizId, q.title, q.description, q.duration_minutes AS minutes, j.name AS subject, t.id, t.deadline_at AS deadline,
       (SELECT COUNT(*) FROM quiz_questions n WHERE n.quiz_id = q.id) AS questions,
       (SELECT SUM(n.marks) FROM quiz_questions n WHERE n.quiz_id = q.id) AS marks
     FROM quizzes q LEFT JOIN subjects j ON j.id = q.subject_id JOIN quiz_attempts t ON t.quiz_id = q.id AND t.student_id = ?
     WHERE q.school_id = ? AND q.public_id = ? AND t.submitted_at IS NULL AND t.deadline_at > UTC_TIMESTAMP(3)`,
    [me.id, me.schoolId, id],
  )
  const key = [me.schoolId, attempt.quizId]
  const [[questions], [options]] = await Promise.all([
    pool.query(
      `SELECT n.id, n.public_id AS publicId, n.type, n.question_text AS text, n.marks, o.public_id AS chosen, a.answer_text AS answer
       FROM quiz_questions n LEFT JOIN quiz_answers a ON a.attempt_id = ? AND a.question_id = n.id
       LEFT JOIN quiz_options o ON o.id = a.option_id WHERE n.school_id = ? AND n.quiz_id = ? ORDER BY n.position, n.id`,
      [attempt.id, ...key],
    ),
    pool.query(
      `SELECT o.question_id AS question, o.public_id AS publicId, o.option_text AS text FROM quiz_questions n
       JOIN quiz_options o ON o.question_id = n.id WHERE n.school_id = ? AND n.quiz_id = ? ORDER BY o.question_id, o.position, o.id`,
      key,
    ),
  ])
  let html = ''
  for (const [index, one] of questions.entries()) {
    const heading = `${index + 1}. ${toHtml(one.text)} <span class="small soft nowrap">${Number(one.marks)} marks</span>`
    if (one.type === 'short') {
      const name = `text-${one.publicId}`
      html += `<div class="card field"><label for="${name}">${heading}</label><textarea class="input" id="${name}" name="${name}" rows="2" maxlength="500">${toHtml(one.answer ?? '')}</textarea></div>`
      continue
    }
    html += `<div class="card"><fieldset class="field"><legend>${heading}</legend>`
    for (const option of options) {
      if (option.question !== one.id) continue
      const checked = option.publicId === one.chosen ? ' checked=""' : ''
      html += `<label class="choice"><input type="radio" name="option-${one.publicId}" value="${option.publicId}"${checked}/><span>${toHtml(option.text)}</span></label>`
    }
    html += '</fieldset></div>'
  }
  return html
}
