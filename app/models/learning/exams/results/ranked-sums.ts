/**
 * SQL: sums of the students ranked by exams `x` (`id`, `class_id`): current students of the class with marks in all
 * papers, like `rankingShare`; a student exempt from all has 0 of 0 and no rank. The number of papers is a column,
 * because MariaDB evaluates a subselect on `x` in HAVING for the wrong exam once it merges `exams` into the query.
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
