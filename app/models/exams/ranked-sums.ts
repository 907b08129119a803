/**
 * SQL: the marks of those who are ranked by exams `x` (`id`, `class_id`): whoever studies in the exam's class and waits for no paper's
 * marks, as `rankingShare` has it. Who is exempt from every paper stands here with 0 of 0 and has no rank.
 */
export const rankedSumsSql = (exams: string) => `
  SELECT k.enrollment_id AS enrollmentId, x.id AS examId, SUM(IF(k.presence = 'exempt', 0, COALESCE(k.marks, 0))) AS marks,
    SUM(IF(k.presence = 'exempt', 0, p.max_marks)) AS maxMarks
  FROM ${exams}
  JOIN exam_papers p ON p.exam_id = x.id
  JOIN exam_marks k ON k.school_id = p.school_id AND k.paper_id = p.id AND (k.presence <> 'present' OR k.marks IS NOT NULL)
  JOIN enrollments o ON o.id = k.enrollment_id AND o.status = 'studying' AND o.class_id = x.class_id
  GROUP BY k.enrollment_id, x.id
  HAVING COUNT(*) = (SELECT COUNT(*) FROM exam_papers q WHERE q.exam_id = x.id)`
