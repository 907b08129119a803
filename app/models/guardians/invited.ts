/** SQL: a link `k` gives rights that are worth an account; none of the three is nothing, and a student of 18 may have shut the guardian out. */
export const givesRightSql = 'k.shut_out_at IS NULL AND (k.may_see = 1 OR k.may_pay = 1 OR k.is_told = 1)'

/** SQL: the guardian `g` has a child who studies in the class `c` and section `t` of the current session that `where` names. Needs `:schoolId`. */
export const hasChildInSql = (where: string) =>
  `g.id IN (SELECT x.guardian_id FROM guardian_links x
    JOIN academic_sessions a ON a.school_id = x.school_id AND a.is_current = 1
    JOIN enrollments e ON e.student_id = x.student_id AND e.academic_session_id = a.id AND e.status = 'studying'
    JOIN classes c ON c.id = e.class_id JOIN sections t ON t.id = e.section_id
    WHERE x.school_id = :schoolId AND ${where})`

/** SQL of whether the guardian `alias` has an invitation that can still be activated. */
export const isInvitedSql = (alias: string) =>
  `EXISTS (SELECT 1 FROM guardian_invitations gi WHERE gi.school_id = ${alias}.school_id AND gi.guardian_id = ${alias}.id
    AND gi.used_at IS NULL AND gi.expires_at > UTC_TIMESTAMP(3))`
