/**
 * Runs the statements of a migration in order. A migration cannot be undone, so no command can drop a school's data.
 */
export type Migration = (run: (sql: string) => Promise<void>) => Promise<void>

/**
 * Makes a migration from SQL texts. A statement ends with a semicolon at the end of its line; lines that begin with
 * `--` are comments for readers, and are not sent.
 */
export function statementsOf(...texts: string[]): Migration {
  const sql = texts.join('\n').replaceAll(/^ *--.*\n/gm, '')
  return async (run) => {
    for (const statement of sql.split(/;\n/)) if (statement.trim() !== '') await run(statement.trim())
  }
}
