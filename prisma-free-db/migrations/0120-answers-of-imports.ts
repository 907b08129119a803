import type { Migration } from '../../app/database/migration'

/**
 * answers: JSON text: the questions of the last check about columns of a file (day or month first), with examples from
 * the file, and the user's answers by the id of the question. NULL until a check asks a question.
 */
export const up: Migration = async (run) => {
  await run('ALTER TABLE imports ADD COLUMN answers MEDIUMTEXT NULL AFTER columns_chosen')
}
