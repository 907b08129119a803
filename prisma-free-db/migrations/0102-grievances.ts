import type { Migration } from '../../app/database/migration'

/**
 * Grievances of families about their data or the school: numbered, answered within days, kept in a register (decision
 * 48).
 */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE grievance_counters (
    school_id BIGINT UNSIGNED NOT NULL,
    financial_year CHAR(7) COLLATE utf8mb4_bin NOT NULL,
    last_number INT UNSIGNED NOT NULL,
    PRIMARY KEY (school_id, financial_year),
    CONSTRAINT grievance_counters_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  // Visible only to the office and the writer: a guardian, a student, or a person who submitted it on paper (writer
  // 'paper'). student_id: the student concerned, if any. answer_by: the school's own target; law_by: the law's last
  // day.
  await run(`CREATE TABLE grievances (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    financial_year CHAR(7) COLLATE utf8mb4_bin NOT NULL,
    number INT UNSIGNED NOT NULL,
    writer ENUM('guardian','student','paper') NOT NULL,
    student_id BIGINT UNSIGNED NULL,
    guardian_id BIGINT UNSIGNED NULL,
    writer_name VARCHAR(120) NOT NULL,
    contact VARCHAR(190) NULL,
    topic ENUM('data','correction','erasure','consent','school') NOT NULL,
    words VARCHAR(3000) NOT NULL,
    language ENUM('en','hi','gu') NOT NULL,
    state ENUM('open','answered','reopened','closed') NOT NULL,
    received_on DATE NOT NULL,
    answer_by DATE NOT NULL,
    law_by DATE NOT NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY grievances_public_id (public_id),
    UNIQUE KEY grievances_number (school_id, financial_year, number),
    UNIQUE KEY grievances_form_key (school_id, form_key),
    UNIQUE KEY grievances_in_school (school_id, id),
    KEY grievances_queue (school_id, state, answer_by),
    KEY grievances_of_student (school_id, student_id, writer),
    CONSTRAINT grievances_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT grievances_guardian FOREIGN KEY (school_id, guardian_id) REFERENCES family_guardians (school_id, id)
  ) ENGINE=InnoDB`)

  // Later entries in order; rows are added and never changed.
  await run(`CREATE TABLE grievance_entries (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    grievance_id BIGINT UNSIGNED NOT NULL,
    kind ENUM('answered','reopened','closed') NOT NULL,
    words VARCHAR(3000) NOT NULL,
    by_name VARCHAR(120) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    KEY grievance_entries_of (school_id, grievance_id, id),
    CONSTRAINT grievance_entries_grievance FOREIGN KEY (school_id, grievance_id) REFERENCES grievances (school_id, id)
  ) ENGINE=InnoDB`)
}
