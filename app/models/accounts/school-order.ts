/** Of the schools `c`: those that the operator has approved come first, since anybody can register others. */
export const isUnapproved = 'c.approved_at IS NULL'

/** Only schools that are called what was typed as `:school`. */
export const isCalled = 'AND c.name = :school'
