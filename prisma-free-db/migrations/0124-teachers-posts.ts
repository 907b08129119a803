import type { Migration } from '../../app/database/migration'

/**
 * designation: the post that a teacher holds, such as PGT or Principal. subjects_taught: the subjects in the office's
 * words; the timetable has its own links to subjects. Both are empty until the school enters them.
 */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE teachers ADD COLUMN designation VARCHAR(80) NULL AFTER qualification,
    ADD COLUMN subjects_taught VARCHAR(200) NULL AFTER designation`)
}
