import type { Migration } from '../../app/database/migration'

const names = {
  students: ['first_name', 'last_name'],
  guardians: ['father_name', 'mother_name', 'guardian_name'],
  family_guardians: ['name'],
  admissions: ['first_name', 'last_name', 'father_name', 'mother_name'],
  teachers: ['first_name', 'last_name'],
  staff_users: ['name'],
}

/** Letters with a dot that Unicode writes as two characters (composition exclusions): letter, base, dot. */
const dotted: readonly [letter: number, base: number, dot: number][] = [
  ...[0x915, 0x916, 0x917, 0x91c, 0x921, 0x922, 0x92b, 0x92f].map((base, index): [number, number, number] => [
    0x958 + index,
    base,
    0x93c,
  ]),
  [0x9dc, 0x9a1, 0x9bc],
  [0x9dd, 0x9a2, 0x9bc],
  [0x9df, 0x9af, 0x9bc],
  [0xa33, 0xa32, 0xa3c],
  [0xa36, 0xa38, 0xa3c],
  [0xa59, 0xa16, 0xa3c],
  [0xa5a, 0xa17, 0xa3c],
  [0xa5b, 0xa1c, 0xa3c],
  [0xa5e, 0xa2b, 0xa3c],
  [0xb5c, 0xb21, 0xb3c],
  [0xb5d, 0xb22, 0xb3c],
]

/** Soft hyphen, zero width space, bidi marks, word joiner, isolates, byte order mark. */
const unseen = [
  ...[0xad, 0x200b, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
  ...[0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0xfeff],
]

const literal = (...codePoints: number[]) =>
  `_utf8mb4 0x${Buffer.from(String.fromCodePoint(...codePoints)).toString('hex')}`

/**
 * Converts names from forms to the spelling that files and searches use now (`cleanText`): one spelling of dotted
 * letters, no invisible characters, ordinary spaces. Joiners stay. Compares bytes, since the usual collation ignores
 * invisible characters.
 */
export const up: Migration = async (run) => {
  for (const [table, columns] of Object.entries(names)) {
    for (const column of columns) {
      let cleaned = `${column} COLLATE utf8mb4_bin`
      for (const [letter, base, dot] of dotted)
        cleaned = `REPLACE(${cleaned}, ${literal(letter)}, ${literal(base, dot)})`
      for (const sign of unseen) cleaned = `REPLACE(${cleaned}, ${literal(sign)}, '')`
      cleaned = `TRIM(REPLACE(${cleaned}, ${literal(0xa0)}, ' '))`
      // Leaves two kinds of names unchanged: those of invisible characters only, since the column may not be empty, and
      // those that would become too long for it.
      const length = `(SELECT c.character_maximum_length FROM information_schema.columns c
        WHERE c.table_schema = DATABASE() AND c.table_name = '${table}' AND c.column_name = '${column}')`
      await run(
        `UPDATE ${table} SET ${column} = ${cleaned}
         WHERE LENGTH(${column}) <> CHAR_LENGTH(${column}) AND ${cleaned} <> ${column} COLLATE utf8mb4_bin AND ${cleaned} <> ''
           AND CHAR_LENGTH(${cleaned}) <= ${length}`,
      )
    }
  }
}
