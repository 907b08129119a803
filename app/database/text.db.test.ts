import { describe, expect, it } from 'vitest'
import { readRows } from '../../tests/factories/read'

/** Our text columns; Umzug's migrations table is excluded. */
const textColumns = () =>
  readRows<{ name: string; columnName: string; characterSet: string }>(
    `SELECT c.table_name AS name, c.column_name AS columnName, c.character_set_name AS characterSet
     FROM information_schema.columns c WHERE c.table_schema = DATABASE() AND c.table_name <> 'migrations'
       AND c.character_set_name IS NOT NULL AND c.extra NOT LIKE '%GENERATED%'
     ORDER BY c.table_name, c.ordinal_position`,
  )

describe('text in the database', () => {
  it('is utf8mb4 in every column, so that it can be compared with any typed text', async () => {
    const columns = await textColumns()
    expect(columns.length).toBeGreaterThan(400)
    expect(columns.filter((column) => column.characterSet !== 'utf8mb4')).toEqual([])
  })

  it('compares any characters with every column without an error', async () => {
    const failed: string[] = []
    for (const { name, columnName } of await textColumns()) {
      await readRows(
        `SELECT 1 FROM \`${name}\` WHERE \`${columnName}\` = :word OR \`${columnName}\` IN (:word, 'x')
           OR \`${columnName}\` LIKE CONCAT('%', :word, '%') OR CONCAT(\`${columnName}\`, 'x') LIKE :word LIMIT 1`,
        { word: 'ગણવેશ 😀' },
      ).catch((error: Error) => failed.push(`${name}.${columnName}: ${error.message}`))
    }
    expect(failed).toEqual([])
  })

  it('compares keys byte by byte, so that accents and digits of other scripts make keys different', async () => {
    const loose = await readRows(
      `SELECT table_name AS name, column_name AS columnName FROM information_schema.columns WHERE table_schema = DATABASE()
         AND column_name IN ('public_id', 'form_key', 'mobile_number', 'token_hash', 'id_hash', 'bucket')
         AND collation_name <> 'utf8mb4_bin'`,
    )
    expect(loose).toEqual([])
  })
})
