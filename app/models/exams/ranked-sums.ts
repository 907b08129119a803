/**
 * SQL: the marks of those who are ranked by exams `x` (`id`, `class_id`): whoever studies in the exam's class and waits for no paper's
 * marks, as `rankingShare` has it. Who is exempt from every paper stands here with 0 of 0 and has no rank. How many papers an
 * exam has comes as a column: a subselect in HAVING that looks at `x` is asked of the wrong exam once MariaDB merges `exams` into this.
 */
export const rankedSumsSql = (exams: string) => `
  SELECT k.enrollment_id AS enrollmentId, p.examId, SUM(IF(k.presence = 'exempt', 0, COALESCE(k.marks, 0))) AS marks,
    SUM(IF(k.presence = 'exempt', 0, p.max_marks)) AS maxMarks
  FROM (
    SELECT q.id, q.school_id, q.exam_id AS examId, q.max_marks, x.class_id, COUNT(*) OVER (PARTITION BY q.exam_id) AS papers
    FROM ${exams} JOIN exam_papers q ON q.exam_id = x.id) p
  JOIN exam_marks k ON k.school_id = p.school_id AND k.paper_id = p.id AND (k.presence <> 'present' OR k.marks IS NOT NULL)
  JOIN enrollments o ON o.id = k.enrollment_id AND o.status = 'studying' AND o.class_id = p.class_id
  GROUP BY k.enrollment_id, p.examId, p.papers
  HAVING COUNT(*) = p.papers`
