import type { Migration } from '../../app/database/migration'

/**
 * answers: JSON text: the last check's questions about the file's columns (such as whether the day or the month comes
 * first), with examples from the file, and the user's answers by question id. NULL until a check asks a question.
 */
export const up: Migration = async (run) => {
  await run('ALTER TABLE imports ADD COLUMN answers MEDIUMTEXT NULL AFTER columns_chosen')
}
