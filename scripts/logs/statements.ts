import { Trouble } from '../processes.mjs'
import type { LoggedStatement } from './events'

/** What a statement of a log is for the replay of one database. */
export type Meaning = 'begin' | 'commit' | 'savepoint' | 'run' | 'skip'

const comment = /^(\s|\/\*(?!!|M!)[\s\S]*?\*\/|-- [^\n]*\n|#[^\n]*\n)+/
/** Of the server's accounts or of nothing that is kept: another server has its own. */
const notOfTables =
  /^(GRANT|REVOKE|SET|FLUSH|ANALYZE|OPTIMIZE|CHECK|REPAIR|((CREATE|ALTER|DROP|RENAME)\s+(OR\s+REPLACE\s+)?(USER|ROLE|DATABASE|SCHEMA|TEMPORARY))|TRUNCATE\s+TEMPORARY)\b/i
const ofTables = /^(CREATE|ALTER|DROP|RENAME|TRUNCATE)\b/i

/**
 * What to do with a statement of the log where `database` is replayed. Rows are no statements: the log has them as they are.
 * @throws Trouble where it cannot be done again in a database of another name, or means that the log has no rows
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
  // The old database may be on the same server: it is never written to.
  const named = new RegExp(`(^|[^\\w$\`])\`?${database.replace(/[^\w]/g, '\\$&')}\`?\\s*\\.\\s*[\`\\w]`)
  if (named.test(withoutTexts(text))) throw new Trouble(`a statement names the database itself (${words})`)
  if (ofTables.test(words)) return 'run'
  throw new Trouble(`a statement is in the log instead of its rows (${words}): was binlog_format changed?`)
}

/** A statement without what stands in quotes. */
const withoutTexts = (sql: string) => sql.replace(/'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"/g, "''")
