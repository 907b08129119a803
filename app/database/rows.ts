/** Columns of a LEFT JOIN: all of them or none. After one column is checked, the others are known. */
export type Joined<Columns> = Columns | { [Column in keyof Columns]: null }
