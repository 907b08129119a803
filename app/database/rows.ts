/** What a LEFT JOIN adds to a row: all of it, or nothing. Whoever has asked one of its columns knows the others. */
export type Joined<Columns> = Columns | { [Column in keyof Columns]: null }
