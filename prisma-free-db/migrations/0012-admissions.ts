import type { Migration } from '../../app/database/migration'

/** Applicants for admission, at the office or online, until the school accepts or rejects them. */
export const up: Migration = async (run) => {
  // password_hash: chosen at online registration, moved to the account on acceptance. The requested class and session
  // are optional: deleting either keeps the admission.
  await run(`CREATE TABLE admissions (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    form_key VARCHAR(60) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    origin ENUM('office','online') NOT NULL,
    state ENUM('pending','accepted','rejected','withdrawn') NOT NULL DEFAULT 'pending',
    first_name VARCHAR(60) NOT NULL,
    last_name VARCHAR(60) NOT NULL,
    gender ENUM('Male','Female','Other') NOT NULL,
    date_of_birth DATE NOT NULL,
    category ENUM('General','SC','ST','OBC','Other') NOT NULL,
    mobile_number CHAR(10) CHARACTER SET ascii NOT NULL,
    email VARCHAR(190) NULL,
    father_name VARCHAR(120) NOT NULL,
    mother_name VARCHAR(120) NOT NULL,
    address VARCHAR(300) NOT NULL,
    rte TINYINT NOT NULL DEFAULT 0,
    class_id BIGINT UNSIGNED NULL,
    academic_session_id BIGINT UNSIGNED NULL,
    previous_school VARCHAR(160) NULL,
    previous_class VARCHAR(40) NULL,
    previous_board VARCHAR(80) NULL,
    medium ENUM('English','Hindi','Gujarati','Other') NULL,
    language ENUM('en','hi','gu') NOT NULL DEFAULT 'en',
    remarks VARCHAR(300) NULL,
    password_hash VARCHAR(200) NULL,
    reason VARCHAR(200) NULL,
    decided_by BIGINT UNSIGNED NULL,
    decided_at DATETIME(3) NULL,
    student_id BIGINT UNSIGNED NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    is_pending TINYINT GENERATED ALWAYS AS (IF(state = 'pending',1,NULL)) VIRTUAL,
    UNIQUE KEY admissions_public_id (public_id),
    UNIQUE KEY admissions_form_key (school_id, form_key),
    UNIQUE KEY admissions_in_school (school_id, id),
    UNIQUE KEY admissions_one_pending (school_id, date_of_birth, mobile_number, first_name, last_name, is_pending),
    UNIQUE KEY admissions_student (student_id),
    KEY admissions_by_state (school_id, state, created_at),
    KEY admissions_by_email (email),
    KEY admissions_by_mobile (mobile_number),
    CONSTRAINT admissions_school FOREIGN KEY (school_id) REFERENCES schools (id),
    CONSTRAINT admissions_class FOREIGN KEY (class_id) REFERENCES classes (id) ON DELETE SET NULL,
    CONSTRAINT admissions_session FOREIGN KEY (academic_session_id) REFERENCES academic_sessions (id) ON DELETE SET NULL,
    CONSTRAINT admissions_becomes FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT admissions_decider FOREIGN KEY (school_id, decided_by) REFERENCES staff_users (school_id, id),
    CONSTRAINT admissions_accepted CHECK ((state = 'accepted') = (student_id IS NOT NULL)),
    CONSTRAINT admissions_rejected CHECK ((state = 'rejected') = (reason IS NOT NULL)),
    CONSTRAINT admissions_decided CHECK ((state = 'pending') = (decided_at IS NULL)),
    CONSTRAINT admissions_waits_with_password CHECK (origin = 'office' OR state <> 'pending' OR password_hash IS NOT NULL),
    CONSTRAINT admissions_password CHECK (password_hash IS NULL OR (origin = 'online' AND state IN ('pending','rejected')))
  ) ENGINE=InnoDB`)

  // Files until acceptance; then they move to the student. One row per file: only marksheets have more than one, in
  // order.
  await run(`CREATE TABLE admission_documents (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    admission_id BIGINT UNSIGNED NOT NULL,
    kind ENUM('student_photo','birth_certificate','aadhar_card','previous_tc','previous_report_card','father_photo',
      'father_aadhar_doc','mother_photo','mother_aadhar_doc','guardian_photo','guardian_aadhar_doc',
      'transfer_certificate','character_certificate','marksheet') NOT NULL,
    position SMALLINT UNSIGNED NOT NULL DEFAULT 0,
    file_id BIGINT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY admission_documents_place (admission_id, kind, position),
    UNIQUE KEY admission_documents_file (file_id),
    CONSTRAINT admission_documents_admission FOREIGN KEY (school_id, admission_id) REFERENCES admissions (school_id, id),
    CONSTRAINT admission_documents_of FOREIGN KEY (file_id) REFERENCES files (id)
  ) ENGINE=InnoDB`)
}
