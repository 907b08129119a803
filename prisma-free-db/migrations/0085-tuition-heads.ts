import type { Migration } from '../../app/database/migration'

/** What the school says of the heads of its fees: whether money for one counts as tuition fees. A head that it has not spoken of has no row. */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE tuition_marks (
    school_id BIGINT UNSIGNED NOT NULL,
    head VARCHAR(120) NOT NULL,
    is_tuition TINYINT NOT NULL,
    PRIMARY KEY (school_id, head),
    CONSTRAINT tuition_marks_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)
}
