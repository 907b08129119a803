import { Trouble } from '../processes.mjs'
import type { LoggedStatement } from './events'

/** Role of a logged statement in the replay of one database. */
export type Meaning = 'begin' | 'commit' | 'savepoint' | 'run' | 'skip'

const comment = /^(\s|\/\*(?!!|M!)[\s\S]*?\*\/|-- [^\n]*\n|#[^\n]*\n)+/
/**
 * Statements that change no lasting table (accounts, databases, temporary tables, settings, maintenance): a replay
 * skips them.
 */
const notOfTables =
  /^(GRANT|REVOKE|SET|FLUSH|ANALYZE|OPTIMIZE|CHECK|REPAIR|((CREATE|ALTER|DROP|RENAME)\s+(OR\s+REPLACE\s+)?(USER|ROLE|DATABASE|SCHEMA|TEMPORARY))|TRUNCATE\s+TEMPORARY)\b/i
const ofTables = /^(CREATE|ALTER|DROP|RENAME|TRUNCATE)\b/i

/**
 * Decides what a replay of `database` does with a logged statement. Changed rows are logged as rows, not as statements.
 * @throws Trouble when the statement drops the database, names it (so that it cannot be repeated in one of another
 * name), or was logged in place of the rows that it changed
 */
export function meaningOf({ database: of, sql }: LoggedStatement, database: string): Meaning {
  const text = sql.replace(comment, '')
  const words = text.slice(0, 200).replace(/\s+/g, ' ')
  if (/^(BEGIN|START TRANSACTION)\b/i.test(words)) return 'begin'
  if (/^COMMIT\b/i.test(words)) return 'commit'
  if (/^(SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK (WORK )?TO)\b/i.test(words)) return 'savepoint'
  const drops = /^DROP (?:DATABASE|SCHEMA) (?:IF EXISTS )?[`"]?([^`"; ]+)/i.exec(words)?.[1]
  if (drops === database) throw new Trouble(`the database was dropped (${words})`)
  if (notOfTables.test(words) || of !== database) return 'skip'
  // Refuses a statement that names the database: it could change the original, which may be on the same server.
  const databasePattern = new RegExp(`(^|[^\\w$\`])\`?${database.replace(/[^\w]/g, '\\$&')}\`?\\s*\\.\\s*[\`\\w]`)
  if (databasePattern.test(withoutTexts(text))) throw new Trouble(`a statement names the database itself (${words})`)
  if (ofTables.test(words)) return 'run'
  throw new Trouble(`the log has a statement instead of its rows (${words}): was binlog_format changed?`)
}

/** SQL with the contents of its quoted strings removed. */
const withoutTexts = (sql: string) => sql.replace(/'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"/g, "''")
