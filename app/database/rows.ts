/** A row as the database answers it: yes and no are 1 and 0. */
export type Stored<Row> = { [Column in keyof Row]: Row[Column] extends boolean ? number : Row[Column] }

/** What a LEFT JOIN adds to a row: all of it, or nothing. Whoever has asked one of its columns knows the others. */
export type Joined<Columns> = Columns | { [Column in keyof Columns]: null }
