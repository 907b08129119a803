import { execute } from '~/database/database.server'
import { forEachLanguage } from '~/language/language'
import { readRows } from './read'

/** Columns that keep their texts, because these have a meaning for the product: enum words, keys, years, JSON. */
const meant =
  /^(academic_sessions\.name|imports\..*|import_rows\..*|import_traces\..*|message_templates\.variables)$|\.(academic_year|actor_kind|bundle|class_key|details|facts|financial_year|fee_year|fine_rule|kind|list_layouts|payload|plan|problems|prefix|purpose|subject_kind|view)$|_(digest|hash|key|ref|secret|token)$/

/** Columns with a text in several languages, as JSON. */
export const localized =
  /^(breach_texts\..*|certificate_kinds\.text|privacy_notices\.(title|data|uses|shared)|report_remarks\.sentence)$/

/**
 * Replaces every text of a school's rows with the name of its column, for example `students.first_name`, or
 * `privacy_notices.title.en` for a localized text, so that any output shows which column it reads. Texts of unique or
 * short columns end in `#` and a number: `sections.name#12`.
 */
export async function markTexts({ id: schoolId }: { id: number }): Promise<void> {
  const columns = await readRows<{ table: string; column: string; length: number; id: string }>(
    `SELECT c.table_name AS 'table', c.column_name AS 'column', CAST(c.character_maximum_length AS SIGNED) AS length,
       (SELECT MIN(k.column_name) FROM information_schema.columns k
        WHERE k.table_schema = c.table_schema AND k.table_name = c.table_name AND k.column_key = 'PRI') AS id
     FROM information_schema.columns c JOIN information_schema.columns s
       ON s.table_schema = c.table_schema AND s.table_name = c.table_name AND s.column_name = 'school_id'
     WHERE c.table_schema = DATABASE() AND c.data_type IN ('varchar', 'text') ORDER BY 1, 2`,
    {},
  )
  for (const { table, column, length, id } of columns) {
    const name = `${table}.${column}`
    if (meant.test(name)) continue
    const text = localized.test(name)
      ? JSON.stringify(forEachLanguage((language) => `${name}.${language}`))
      : ([name, column].find((one) => one.length + 8 <= length) ?? column.slice(0, Math.max(1, length - 8)))
    const write = (value: string, which: string) =>
      execute(`UPDATE ${table} SET ${column} = ${value} WHERE school_id = :schoolId AND ${which}`, { schoolId, text })
    const isThere = `${column} IS NOT NULL`
    // Keeps the original text where a constraint of the column rejects all markers.
    await write(':text', 'TRUE')
      .catch(() => write(':text', isThere))
      .catch(() => write(`CONCAT(:text, '#', ${id})`, isThere))
      .catch(() => 0)
  }
}

/** Removes the row number from the marker. */
export const unnumbered = (text: string) => text.replace(/([a-z_]+)#\d+/g, '$1')
