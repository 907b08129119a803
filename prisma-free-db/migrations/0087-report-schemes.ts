import type { Migration } from '../../app/database/migration'

/**
 * Report cards by scheme (decision 43): a session's scheme with its classes and the exams of its components, teachers'
 * entries other than marks, the school's remark sentences, and the published cards.
 */
export const up: Migration = async (run) => {
  const thing = `id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL`
  const formKey = 'form_key VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL'
  const key = (name: string) => `${name} VARCHAR(4) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL`
  const stamps = 'created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL'

  // definition: terms, components, grades, areas (JSON text). revision: version of the definition, incremented when a
  // published one changes.
  await run(`CREATE TABLE report_schemes (
    ${thing},
    academic_session_id BIGINT UNSIGNED NOT NULL,
    name VARCHAR(80) NOT NULL,
    definition MEDIUMTEXT NOT NULL,
    revision INT UNSIGNED NOT NULL DEFAULT 1,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    ${formKey},
    ${stamps},
    UNIQUE KEY report_schemes_public_id (public_id),
    UNIQUE KEY report_schemes_in_school (school_id, id),
    UNIQUE KEY report_schemes_name (academic_session_id, name),
    UNIQUE KEY report_schemes_form_key (school_id, form_key),
    CONSTRAINT report_schemes_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id)
  ) ENGINE=InnoDB`)

  // A class has one scheme per session.
  await run(`CREATE TABLE report_scheme_classes (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    scheme_id BIGINT UNSIGNED NOT NULL,
    academic_session_id BIGINT UNSIGNED NOT NULL,
    class_id BIGINT UNSIGNED NOT NULL,
    UNIQUE KEY report_scheme_classes_once (academic_session_id, class_id),
    CONSTRAINT report_scheme_classes_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id),
    CONSTRAINT report_scheme_classes_scheme FOREIGN KEY (school_id, scheme_id) REFERENCES report_schemes (school_id, id) ON DELETE CASCADE,
    CONSTRAINT report_scheme_classes_class FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)

  // Component of an exam's papers.
  await run(`CREATE TABLE report_scheme_exams (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    scheme_id BIGINT UNSIGNED NOT NULL,
    exam_id BIGINT UNSIGNED NOT NULL,
    ${key('component_key')},
    UNIQUE KEY report_scheme_exams_once (exam_id),
    CONSTRAINT report_scheme_exams_scheme FOREIGN KEY (school_id, scheme_id) REFERENCES report_schemes (school_id, id) ON DELETE CASCADE,
    CONSTRAINT report_scheme_exams_exam FOREIGN KEY (school_id, exam_id) REFERENCES exams (school_id, id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE report_remarks (
    ${thing},
    code INT UNSIGNED NOT NULL,
    english VARCHAR(200) NOT NULL,
    hindi VARCHAR(200) NOT NULL,
    gujarati VARCHAR(200) NOT NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    ${formKey},
    ${stamps},
    UNIQUE KEY report_remarks_public_id (public_id),
    UNIQUE KEY report_remarks_code (school_id, code),
    UNIQUE KEY report_remarks_form_key (school_id, form_key),
    CONSTRAINT report_remarks_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  // grades: by area key (JSON text). remark_codes: numbers of sentences, separated by spaces.
  await run(`CREATE TABLE report_entries (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    scheme_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    enrollment_id BIGINT UNSIGNED NOT NULL,
    ${key('term_key')},
    grades TEXT NOT NULL,
    remark_codes VARCHAR(40) NOT NULL,
    remark VARCHAR(300) NOT NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    ${stamps},
    UNIQUE KEY report_entries_once (scheme_id, enrollment_id, term_key),
    CONSTRAINT report_entries_scheme FOREIGN KEY (school_id, scheme_id) REFERENCES report_schemes (school_id, id),
    CONSTRAINT report_entries_enrollment FOREIGN KEY (school_id, student_id, enrollment_id) REFERENCES enrollments (school_id, student_id, id)
  ) ENGINE=InnoDB`)

  // card: the complete content of the card (JSON text). Never changed, only withdrawn.
  await run(`CREATE TABLE report_cards (
    ${thing},
    scheme_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    enrollment_id BIGINT UNSIGNED NOT NULL,
    ${key('term_key')},
    revision INT UNSIGNED NOT NULL,
    card MEDIUMTEXT NOT NULL,
    issued_on DATE NOT NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY report_cards_public_id (public_id),
    UNIQUE KEY report_cards_once (scheme_id, enrollment_id, term_key),
    KEY report_cards_of_student (school_id, student_id, issued_on),
    CONSTRAINT report_cards_scheme FOREIGN KEY (school_id, scheme_id) REFERENCES report_schemes (school_id, id),
    CONSTRAINT report_cards_enrollment FOREIGN KEY (school_id, student_id, enrollment_id) REFERENCES enrollments (school_id, student_id, id)
  ) ENGINE=InnoDB`)

  // Students whose cards are withheld from the family, with the reason that the family reads.
  await run(`CREATE TABLE report_withholdings (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    scheme_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    enrollment_id BIGINT UNSIGNED NOT NULL,
    reason VARCHAR(200) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY report_withholdings_once (scheme_id, enrollment_id),
    CONSTRAINT report_withholdings_scheme FOREIGN KEY (school_id, scheme_id) REFERENCES report_schemes (school_id, id) ON DELETE CASCADE,
    CONSTRAINT report_withholdings_enrollment FOREIGN KEY (school_id, student_id, enrollment_id)
      REFERENCES enrollments (school_id, student_id, id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)
}
