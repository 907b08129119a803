/** SQL sort key: schools `c` that the operator has approved come first, because anyone can register a school. */
export const isUnapproved = 'c.approved_at IS NULL'

/** SQL: only schools with the name `:school`. */
export const hasSchoolName = 'AND c.name = :school'
