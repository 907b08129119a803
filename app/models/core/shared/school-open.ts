/** SQL condition: the school with this id is not suspended. */
export const isSchoolOpen = (schoolId: string) =>
  `NOT EXISTS (SELECT 1 FROM schools closed WHERE closed.id = ${schoolId} AND closed.suspended_at IS NOT NULL)`
