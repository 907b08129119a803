import type { Migration } from '../../app/database/migration'

/** Suffixes of the columns that are joined into one, with the codes of their languages. */
const columns = { _en: 'en', _hi: 'hi', _gu: 'gu' }
const named = { english: 'en', hindi: 'hi', gujarati: 'gu' }

type OfLanguage = Readonly<Record<string, string>>

const texts: readonly [table: string, text: string, of: OfLanguage][] = [
  ['certificate_kinds', 'text', columns],
  ...['title', 'data', 'uses', 'shared'].map((text): [string, string, OfLanguage] => [
    'privacy_notices',
    text,
    columns,
  ]),
  ...['nature', 'consequences', 'measures', 'steps', 'contact'].map((text): [string, string, OfLanguage] => [
    'breach_texts',
    text,
    columns,
  ]),
  ['report_remarks', 'sentence', named],
]

const languageColumns = [
  ['students', "NOT NULL DEFAULT 'en'"],
  ['admissions', "NOT NULL DEFAULT 'en'"],
  ['certificates', 'NOT NULL'],
  ['certificate_requests', 'NOT NULL'],
  ['guardian_accounts', 'NULL'],
  ['family_guardians', 'NULL'],
  ['message_templates', 'NOT NULL'],
  ['outgoing_messages', 'NOT NULL'],
  ['consent_decisions', 'NOT NULL'],
  ['grievances', 'NOT NULL'],
]

/** Errors of a step that an interrupted run had already done: its column exists, or has been dropped. */
const takenBefore = new Set([1054, 1060, 1091])

/**
 * Stores a text in several languages as one JSON column with language codes as keys, so that another language needs no
 * column (decision 63). Each step can be repeated: the old columns are dropped only after their texts were copied.
 */
export const up: Migration = async (run) => {
  const once = (sql: string) =>
    run(sql).catch((error: { parent?: { errno?: number } }) => {
      if (!takenBefore.has(error.parent?.errno ?? 0)) throw error
    })
  for (const [table, text, of] of texts) {
    const old = Object.entries(of).map(([ending, language]) => [
      ending.startsWith('_') ? `${text}${ending}` : ending,
      language,
    ])
    const words = old.map(([column, language]) => `'${language}', ${column}`).join(', ')
    await once(`ALTER TABLE ${table} ADD COLUMN ${text} TEXT NULL AFTER ${old.at(-1)?.[0]}`)
    await once(`UPDATE ${table} SET ${text} = JSON_MERGE_PATCH('{}', JSON_OBJECT(${words}))`)
    const drops = old.map(([column]) => `DROP COLUMN ${column}`).join(', ')
    await once(`ALTER TABLE ${table} MODIFY COLUMN ${text} TEXT NOT NULL, ${drops}`)
  }
  for (const [table, rest] of languageColumns)
    await run(`ALTER TABLE ${table} MODIFY COLUMN language CHAR(2) COLLATE utf8mb4_bin ${rest}`)
}
