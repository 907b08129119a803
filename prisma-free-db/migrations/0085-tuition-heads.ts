import type { Migration } from '../../app/database/migration'

/** The school's decision whether a fee head counts as tuition fees. Undecided heads have no row. */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE tuition_marks (
    school_id BIGINT UNSIGNED NOT NULL,
    head VARCHAR(120) NOT NULL,
    is_tuition TINYINT NOT NULL,
    PRIMARY KEY (school_id, head),
    CONSTRAINT tuition_marks_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)
}
