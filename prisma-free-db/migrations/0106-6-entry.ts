import { statementsOf } from '../../app/database/migration'

/** Baseline of entry (decision 62): admissions, imports, register, breaches and retention, as of migration 0106. */
export const up = statementsOf(`
-- == Admissions ==

-- password_hash: chosen at online registration, moved to the account on acceptance. The requested class and session
-- are optional: deleting either keeps the admission.
CREATE TABLE admissions (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, form_key VARCHAR(60) COLLATE utf8mb4_bin NOT NULL,
  origin ENUM('office','online') NOT NULL,
  state ENUM('pending','accepted','rejected','withdrawn') NOT NULL DEFAULT 'pending', first_name VARCHAR(60) NOT NULL,
  last_name VARCHAR(60) NOT NULL, gender ENUM('Male','Female','Other') NOT NULL, date_of_birth DATE NOT NULL,
  category ENUM('General','SC','ST','OBC','Other') NOT NULL, mobile_number CHAR(10) COLLATE utf8mb4_bin NOT NULL,
  email VARCHAR(190) NULL, father_name VARCHAR(120) NOT NULL, mother_name VARCHAR(120) NOT NULL,
  address VARCHAR(300) NOT NULL, rte TINYINT NOT NULL DEFAULT 0, class_id BIGINT UNSIGNED NULL,
  academic_session_id BIGINT UNSIGNED NULL, previous_school VARCHAR(160) NULL, previous_class VARCHAR(40) NULL,
  previous_board VARCHAR(80) NULL, medium ENUM('English','Hindi','Gujarati','Other') NULL,
  language ENUM('en','hi','gu') NOT NULL DEFAULT 'en', remarks VARCHAR(300) NULL, password_hash VARCHAR(200) NULL,
  reason VARCHAR(200) NULL, decided_by BIGINT UNSIGNED NULL, decided_at DATETIME(3) NULL,
  student_id BIGINT UNSIGNED NULL, version INT UNSIGNED NOT NULL DEFAULT 1, created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  is_pending TINYINT GENERATED ALWAYS AS (IF(state = 'pending',1,NULL)) VIRTUAL,
  UNIQUE KEY admissions_public_id (public_id), UNIQUE KEY admissions_form_key (school_id, form_key),
  UNIQUE KEY admissions_in_school (school_id, id),
  UNIQUE KEY admissions_one_pending (school_id, date_of_birth, mobile_number, first_name, last_name, is_pending),
  UNIQUE KEY admissions_student (student_id), KEY admissions_by_state (school_id, state, created_at),
  KEY admissions_by_email (email), KEY admissions_by_mobile (mobile_number),
  CONSTRAINT admissions_becomes FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CONSTRAINT admissions_class FOREIGN KEY (class_id) REFERENCES classes (id) ON DELETE SET NULL,
  CONSTRAINT admissions_decider FOREIGN KEY (school_id, decided_by) REFERENCES staff_users (school_id, id),
  CONSTRAINT admissions_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT admissions_session FOREIGN KEY (academic_session_id) REFERENCES academic_sessions (id) ON DELETE SET NULL,
  CONSTRAINT admissions_accepted CHECK ((state = 'accepted') = (student_id IS NOT NULL)),
  CONSTRAINT admissions_rejected CHECK ((state = 'rejected') = (reason IS NOT NULL)),
  CONSTRAINT admissions_decided CHECK ((state = 'pending') = (decided_at IS NULL)),
  CONSTRAINT admissions_waits_with_password CHECK (origin = 'office' OR state <> 'pending'
    OR password_hash IS NOT NULL),
  CONSTRAINT admissions_password CHECK (password_hash IS NULL OR (origin = 'online'
    AND state IN ('pending','rejected')))
) ENGINE=InnoDB;

-- Files until acceptance; then they move to the student. One row per file: only marksheets have more than one, in
-- order.
CREATE TABLE admission_documents (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  admission_id BIGINT UNSIGNED NOT NULL,
  kind ENUM('student_photo', 'birth_certificate', 'aadhar_card', 'previous_tc', 'previous_report_card',
    'father_photo', 'father_aadhar_doc', 'mother_photo', 'mother_aadhar_doc', 'guardian_photo', 'guardian_aadhar_doc',
    'transfer_certificate', 'character_certificate', 'marksheet') NOT NULL,
  position SMALLINT UNSIGNED NOT NULL DEFAULT 0, file_id BIGINT UNSIGNED NOT NULL, created_at DATETIME(3) NOT NULL,
  UNIQUE KEY admission_documents_place (admission_id, kind, position), UNIQUE KEY admission_documents_file (file_id),
  CONSTRAINT admission_documents_admission FOREIGN KEY (school_id, admission_id) REFERENCES admissions (school_id, id),
  CONSTRAINT admission_documents_of FOREIGN KEY (file_id) REFERENCES files (id)
) ENGINE=InnoDB;

-- == Promotions ==

CREATE TABLE promotions (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, from_session_id BIGINT UNSIGNED NOT NULL, to_session_id BIGINT UNSIGNED NOT NULL,
  from_class_id BIGINT UNSIGNED NOT NULL, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  made_by VARCHAR(120) NOT NULL, created_at DATETIME(3) NOT NULL, undone_at DATETIME(3) NULL,
  undone_by VARCHAR(120) NULL,
  UNIQUE KEY promotions_public_id (public_id), UNIQUE KEY promotions_form_key (school_id, form_key),
  KEY promotions_by_time (school_id, created_at),
  CONSTRAINT promotions_class FOREIGN KEY (school_id, from_class_id) REFERENCES classes (school_id, id) ON DELETE CASCADE,
  CONSTRAINT promotions_from_session FOREIGN KEY (school_id, from_session_id)
    REFERENCES academic_sessions (school_id, id) ON DELETE CASCADE,
  CONSTRAINT promotions_to_session FOREIGN KEY (school_id, to_session_id)
    REFERENCES academic_sessions (school_id, id) ON DELETE CASCADE,
  CONSTRAINT promotions_forward CHECK (from_session_id <> to_session_id),
  CONSTRAINT promotions_undone CHECK ((undone_at IS NULL) = (undone_by IS NULL))
) ENGINE=InnoDB;

-- The row stays without its enrollment when that is deleted as a mistake or undone. before_*: previous values of
-- students who left with the promotion.
CREATE TABLE promotion_rows (
  promotion_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL, school_id BIGINT UNSIGNED NOT NULL,
  from_enrollment_id BIGINT UNSIGNED NULL, to_enrollment_id BIGINT UNSIGNED NULL,
  outcome ENUM('promoted','stayed','left','completed') NOT NULL, before_status ENUM('active','inactive') NULL,
  before_version INT UNSIGNED NULL, before_updated_at DATETIME(3) NULL,
  PRIMARY KEY (promotion_id, student_id), KEY promotion_rows_from (from_enrollment_id),
  KEY promotion_rows_to (to_enrollment_id),
  CONSTRAINT promotion_rows_from_enrollment FOREIGN KEY (from_enrollment_id) REFERENCES enrollments (id) ON DELETE SET NULL,
  CONSTRAINT promotion_rows_of FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE CASCADE,
  CONSTRAINT promotion_rows_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CONSTRAINT promotion_rows_to_enrollment FOREIGN KEY (to_enrollment_id) REFERENCES enrollments (id) ON DELETE SET NULL
) ENGINE=InnoDB;

-- Seat counts that a promotion created: undoing deletes only empty ones of these.
CREATE TABLE promotion_seats (
  promotion_id BIGINT UNSIGNED NOT NULL, section_id BIGINT UNSIGNED NOT NULL,
  PRIMARY KEY (promotion_id, section_id),
  CONSTRAINT promotion_seats_of FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE CASCADE,
  CONSTRAINT promotion_seats_section FOREIGN KEY (section_id) REFERENCES sections (id) ON DELETE CASCADE
) ENGINE=InnoDB;

-- == Imports ==

-- columns_chosen, sheet_columns: JSON text. stopped_because: a key of options.ts, with its subject in stopped_at.
CREATE TABLE imports (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, kind ENUM('students','teachers','opening_dues','paid_fees') NOT NULL,
  state ENUM('checking','columns','checked','running','done','failed') NOT NULL, file_id BIGINT UNSIGNED NULL,
  file_name VARCHAR(160) NOT NULL, academic_session_id BIGINT UNSIGNED NULL, makes_places TINYINT NOT NULL DEFAULT 0,
  section_capacity SMALLINT UNSIGNED NOT NULL DEFAULT 60, only_valid TINYINT NULL, sheet_columns TEXT NULL,
  sheets TEXT NULL, sheet INT UNSIGNED NOT NULL DEFAULT 0, columns_chosen TEXT NULL, notes TEXT NULL,
  total_rows INT UNSIGNED NOT NULL DEFAULT 0, rows_done INT UNSIGNED NOT NULL DEFAULT 0,
  new_rows INT UNSIGNED NOT NULL DEFAULT 0, changed_rows INT UNSIGNED NOT NULL DEFAULT 0,
  unchanged_rows INT UNSIGNED NOT NULL DEFAULT 0, rejected_rows INT UNSIGNED NOT NULL DEFAULT 0,
  stopped_because VARCHAR(40) COLLATE utf8mb4_bin NULL, stopped_at VARCHAR(200) NULL, started_by BIGINT UNSIGNED NULL,
  started_by_name VARCHAR(120) NOT NULL, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL, finished_at DATETIME(3) NULL,
  UNIQUE KEY imports_public_id (public_id), UNIQUE KEY imports_form_key (school_id, form_key),
  UNIQUE KEY imports_in_school (school_id, id), KEY imports_by_time (school_id, created_at),
  CONSTRAINT imports_file FOREIGN KEY (file_id) REFERENCES files (id),
  CONSTRAINT imports_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT imports_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id)
) ENGINE=InnoDB;

-- cells: the row's texts in the order of the kind's columns (JSON text), Aadhaar numbers encrypted. problems:
-- [column, message] pairs; changes: labels of the changed fields (both JSON text).
CREATE TABLE import_rows (
  import_id BIGINT UNSIGNED NOT NULL, line INT UNSIGNED NOT NULL, school_id BIGINT UNSIGNED NOT NULL,
  outcome ENUM('new','changed','unchanged','rejected') NOT NULL, label VARCHAR(200) NOT NULL,
  cells MEDIUMTEXT NOT NULL, problems TEXT NULL, changes TEXT NULL,
  PRIMARY KEY (import_id, line), KEY import_rows_by_outcome (import_id, outcome, line),
  CONSTRAINT import_rows_import FOREIGN KEY (school_id, import_id) REFERENCES imports (school_id, id) ON DELETE CASCADE
) ENGINE=InnoDB;

-- Locked while an import writes its rows: two imports of a school never mix.
CREATE TABLE import_turns (
  school_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
  CONSTRAINT import_turns_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- A school's answers for later imports: meaning of a value in a column or, with an empty column_key, the column key
-- of a heading (empty: ignored).
CREATE TABLE import_words (
  school_id BIGINT UNSIGNED NOT NULL, kind ENUM('students','teachers','opening_dues','paid_fees') NOT NULL,
  column_key VARCHAR(60) COLLATE utf8mb4_bin NOT NULL, word VARCHAR(120) COLLATE utf8mb4_bin NOT NULL,
  meaning VARCHAR(120) NOT NULL,
  PRIMARY KEY (school_id, kind, column_key, word),
  CONSTRAINT import_words_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

CREATE TABLE opening_dues (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  student_id BIGINT UNSIGNED NOT NULL, academic_session_id BIGINT UNSIGNED NOT NULL, name VARCHAR(80) NOT NULL,
  title VARCHAR(80) NOT NULL, created_at DATETIME(3) NOT NULL,
  UNIQUE KEY opening_dues_once (student_id, academic_session_id, name, title),
  CONSTRAINT opening_dues_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id),
  CONSTRAINT opening_dues_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

-- == The General Register ==

-- is_own_entry: the number belongs to this period only; the student returned under another number.
CREATE TABLE register_periods (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  student_id BIGINT UNSIGNED NOT NULL, admission_number VARCHAR(30) NOT NULL, is_own_entry TINYINT NOT NULL,
  previous_school VARCHAR(160) NULL, admitted_on DATE NULL, admission_class VARCHAR(40) NULL, left_on DATE NOT NULL,
  leaving_class VARCHAR(40) NULL, leaving_reason VARCHAR(200) NULL, certificate_id BIGINT UNSIGNED NULL,
  returned_on DATE NOT NULL, returned_class VARCHAR(40) NULL, created_at DATETIME(3) NOT NULL,
  KEY register_periods_of_student (school_id, student_id, id),
  KEY register_periods_entries (school_id, is_own_entry, admission_number),
  CONSTRAINT register_periods_certificate FOREIGN KEY (certificate_id) REFERENCES certificates (id),
  CONSTRAINT register_periods_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

-- Old value, new value and the authority for the change. Rows are never changed or deleted.
CREATE TABLE register_corrections (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  student_id BIGINT UNSIGNED NOT NULL, field ENUM('name','date_of_birth','admission_number','admission_date') NOT NULL,
  old_value VARCHAR(130) NOT NULL, new_value VARCHAR(130) NOT NULL, authority VARCHAR(120) NOT NULL,
  order_number VARCHAR(60) NULL, ordered_on DATE NOT NULL, reason VARCHAR(200) NOT NULL, corrected_on DATE NOT NULL,
  corrected_by_name VARCHAR(120) NOT NULL, created_at DATETIME(3) NOT NULL,
  KEY register_corrections_of_student (school_id, student_id, id),
  CONSTRAINT register_corrections_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

-- == Data breaches ==

-- noticed_on, noticed_minute: time (IST) at which the school noticed the breach; both legal deadlines start there.
CREATE TABLE breach_cases (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, title VARCHAR(120) NOT NULL, noticed_on DATE NOT NULL,
  noticed_minute INT UNSIGNED NOT NULL, nature VARCHAR(1000) NOT NULL, extent VARCHAR(1000) NULL,
  happened VARCHAR(200) NULL, location VARCHAR(200) NULL, cause VARCHAR(1000) NULL, measures VARCHAR(1500) NULL,
  remedies VARCHAR(1500) NULL, sent_at DATETIME(3) NULL, sent_by_name VARCHAR(120) NULL,
  cert_in_told_at DATETIME(3) NULL, cert_in_reference VARCHAR(120) NULL, board_told_at DATETIME(3) NULL,
  board_reference VARCHAR(120) NULL, details_told_at DATETIME(3) NULL, details_reference VARCHAR(120) NULL,
  closed_at DATETIME(3) NULL, closing_remarks VARCHAR(1000) NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY breach_cases_public_id (public_id), UNIQUE KEY breach_cases_form_key (school_id, form_key),
  CONSTRAINT breach_cases_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- Text for the families: the parts required by Rule 7, in each language that the school uses.
CREATE TABLE breach_texts (
  case_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL, nature_en VARCHAR(800) NULL,
  consequences_en VARCHAR(800) NULL, measures_en VARCHAR(800) NULL, steps_en VARCHAR(800) NULL,
  contact_en VARCHAR(800) NULL, nature_hi VARCHAR(800) NULL, consequences_hi VARCHAR(800) NULL,
  measures_hi VARCHAR(800) NULL, steps_hi VARCHAR(800) NULL, contact_hi VARCHAR(800) NULL, nature_gu VARCHAR(800) NULL,
  consequences_gu VARCHAR(800) NULL, measures_gu VARCHAR(800) NULL, steps_gu VARCHAR(800) NULL,
  contact_gu VARCHAR(800) NULL,
  CONSTRAINT breach_texts_case FOREIGN KEY (case_id) REFERENCES breach_cases (id),
  CONSTRAINT breach_texts_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- asked_at: the owner requested the notification of this student; students added later wait for a new request.
-- told_at: the notice is on the student's pages, and mails are queued. acknowledged_at: the student confirmed reading
-- it.
CREATE TABLE breach_people (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, case_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL,
  found_by ENUM('list','section','school','audit','sign_ins','sessions','downloads') NOT NULL,
  asked_at DATETIME(3) NULL, told_at DATETIME(3) NULL, acknowledged_at DATETIME(3) NULL,
  created_at DATETIME(3) NOT NULL,
  UNIQUE KEY breach_people_public_id (public_id), UNIQUE KEY breach_people_once (case_id, student_id),
  KEY breach_people_of_student (student_id, acknowledged_at), KEY breach_people_to_tell (case_id, told_at, id),
  CONSTRAINT breach_people_case FOREIGN KEY (case_id) REFERENCES breach_cases (id),
  CONSTRAINT breach_people_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT breach_people_student FOREIGN KEY (student_id) REFERENCES students (id)
) ENGINE=InnoDB;

-- A guardian's acknowledgement, for each child.
CREATE TABLE breach_guardians (
  person_id BIGINT UNSIGNED NOT NULL, guardian_id BIGINT UNSIGNED NOT NULL, school_id BIGINT UNSIGNED NOT NULL,
  acknowledged_at DATETIME(3) NOT NULL,
  PRIMARY KEY (person_id, guardian_id), KEY breach_guardians_of (school_id, guardian_id),
  CONSTRAINT breach_guardians_guardian FOREIGN KEY (guardian_id) REFERENCES family_guardians (id) ON DELETE CASCADE,
  CONSTRAINT breach_guardians_person FOREIGN KEY (person_id) REFERENCES breach_people (id)
) ENGINE=InnoDB;

-- == Retention ==

-- class_key: from field-classes.ts. A class without a row has the default years.
CREATE TABLE retention_years (
  school_id BIGINT UNSIGNED NOT NULL, class_key VARCHAR(20) COLLATE utf8mb4_bin NOT NULL,
  years SMALLINT UNSIGNED NOT NULL, updated_at DATETIME(3) NOT NULL,
  PRIMARY KEY (school_id, class_key),
  CONSTRAINT retention_years_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- plan: last day of leaving or decision by class, at the time of the request (JSON text).
CREATE TABLE retention_runs (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, state ENUM('asked','running','done','withdrawn') NOT NULL, plan TEXT NOT NULL,
  asked_by BIGINT UNSIGNED NOT NULL, asked_by_name VARCHAR(120) NOT NULL, asked_at DATETIME(3) NOT NULL,
  confirmed_by BIGINT UNSIGNED NULL, confirmed_by_name VARCHAR(120) NULL, confirmed_at DATETIME(3) NULL,
  finished_at DATETIME(3) NULL,
  is_open TINYINT GENERATED ALWAYS AS (IF(state IN ('asked','running'), 1, NULL)) STORED,
  UNIQUE KEY retention_runs_public_id (public_id), UNIQUE KEY retention_runs_of_school (school_id, id),
  UNIQUE KEY retention_runs_open (school_id, is_open),
  CONSTRAINT retention_runs_asked FOREIGN KEY (school_id, asked_by) REFERENCES staff_users (school_id, id),
  CONSTRAINT retention_runs_confirmed FOREIGN KEY (school_id, confirmed_by) REFERENCES staff_users (school_id, id),
  CONSTRAINT retention_runs_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- One row per class and student, or rejected admission: never the removed data.
CREATE TABLE retention_removals (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  run_id BIGINT UNSIGNED NOT NULL, class_key VARCHAR(20) COLLATE utf8mb4_bin NOT NULL, student_id BIGINT UNSIGNED NULL,
  admission_id BIGINT UNSIGNED NULL, removed_on DATE NOT NULL,
  UNIQUE KEY retention_removals_student (school_id, student_id, class_key),
  UNIQUE KEY retention_removals_admission (school_id, admission_id, class_key),
  KEY retention_removals_of_run (school_id, run_id, class_key),
  CONSTRAINT retention_removals_of_admission FOREIGN KEY (admission_id) REFERENCES admissions (id),
  CONSTRAINT retention_removals_of_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CONSTRAINT retention_removals_run FOREIGN KEY (school_id, run_id) REFERENCES retention_runs (school_id, id)
) ENGINE=InnoDB;

CREATE TABLE retention_holds (
  student_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL, reason VARCHAR(200) NOT NULL,
  held_by_name VARCHAR(120) NOT NULL, held_on DATE NOT NULL,
  CONSTRAINT retention_holds_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

CREATE TABLE removed_scans (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  student_id BIGINT UNSIGNED NOT NULL,
  kind ENUM('aadhar_card','father_aadhar_doc','mother_aadhar_doc','guardian_aadhar_doc') NOT NULL,
  removed_on DATE NOT NULL, removed_by_name VARCHAR(120) NOT NULL,
  UNIQUE KEY removed_scans_once (school_id, student_id, kind),
  CONSTRAINT removed_scans_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

-- Foreign keys of tables that were made before the table to which they lead
ALTER TABLE outgoing_mail
  ADD CONSTRAINT outgoing_mail_breach_person FOREIGN KEY (breach_person_id) REFERENCES breach_people (id);
`)
