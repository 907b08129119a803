import { statementsOf } from '../../app/database/migration'

/** Baseline of learning (decision 62): attendance, exams, report cards and certificates, as of migration 0106. */
export const up = statementsOf(`
-- == Attendance and leave ==

CREATE TABLE holidays (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, name VARCHAR(80) NOT NULL, starts_on DATE NOT NULL,
  ends_on DATE NOT NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY holidays_public_id (public_id), UNIQUE KEY holidays_once (school_id, starts_on, name),
  UNIQUE KEY holidays_form_key (school_id, form_key), KEY holidays_by_day (school_id, starts_on, ends_on),
  CONSTRAINT holidays_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT holidays_order CHECK (starts_on <= ends_on)
) ENGINE=InnoDB;

-- One row per marked section and day, to distinguish "not marked" from "all absent". version counts every save:
-- saving over a newer version needs a confirmation. The teacher is the class teacher of that day.
CREATE TABLE attendance_sheets (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  academic_session_id BIGINT UNSIGNED NOT NULL, section_id BIGINT UNSIGNED NOT NULL, held_on DATE NOT NULL,
  teacher_id BIGINT UNSIGNED NULL, marked_by BIGINT UNSIGNED NULL, marked_by_name VARCHAR(120) NOT NULL,
  version INT UNSIGNED NOT NULL DEFAULT 1, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY attendance_sheets_once_a_day (section_id, academic_session_id, held_on),
  UNIQUE KEY attendance_sheets_in_school (school_id, id), KEY attendance_sheets_by_day (school_id, held_on),
  CONSTRAINT attendance_sheets_section FOREIGN KEY (school_id, section_id) REFERENCES sections (school_id, id),
  CONSTRAINT attendance_sheets_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id),
  CONSTRAINT attendance_sheets_teacher FOREIGN KEY (school_id, teacher_id) REFERENCES teachers (school_id, id)
) ENGINE=InnoDB;

-- Attendance and marks belong to an enrollment and protect it from deletion and from undoing a promotion.
CREATE TABLE attendance (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  student_id BIGINT UNSIGNED NOT NULL, enrollment_id BIGINT UNSIGNED NOT NULL, sheet_id BIGINT UNSIGNED NULL,
  held_on DATE NOT NULL, status ENUM('present','absent','late','half_day','leave') NOT NULL, remarks VARCHAR(200) NULL,
  correction_reason VARCHAR(200) NULL, corrected_at DATETIME(3) NULL, marked_by BIGINT UNSIGNED NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY attendance_once_a_day (enrollment_id, held_on),
  KEY attendance_of_student (school_id, student_id, held_on),
  KEY attendance_counts (school_id, held_on, enrollment_id, status),
  CONSTRAINT attendance_enrollment FOREIGN KEY (school_id, student_id, enrollment_id)
    REFERENCES enrollments (school_id, student_id, id),
  CONSTRAINT attendance_sheet FOREIGN KEY (school_id, sheet_id) REFERENCES attendance_sheets (school_id, id)
) ENGINE=InnoDB;

CREATE TABLE leave_applications (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL, enrollment_id BIGINT UNSIGNED NOT NULL,
  starts_on DATE NOT NULL, ends_on DATE NOT NULL, reason VARCHAR(300) NOT NULL,
  state ENUM('pending','approved','rejected','withdrawn') NOT NULL DEFAULT 'pending', answer VARCHAR(200) NULL,
  decided_by_name VARCHAR(120) NULL, decided_at DATETIME(3) NULL, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY leave_applications_public_id (public_id), UNIQUE KEY leave_applications_form_key (school_id, form_key),
  KEY leave_applications_by_state (school_id, state, starts_on),
  KEY leave_applications_of_student (student_id, starts_on),
  CONSTRAINT leave_applications_enrollment FOREIGN KEY (school_id, student_id, enrollment_id)
    REFERENCES enrollments (school_id, student_id, id) ON DELETE CASCADE,
  CONSTRAINT leave_applications_order CHECK (starts_on <= ends_on)
) ENGINE=InnoDB;

-- == Timetable ==

-- A school without rows has the eight hourly periods of the specification; they are inserted before the first entry.
CREATE TABLE bell_periods (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, name VARCHAR(40) NOT NULL, starts_at TIME NOT NULL,
  ends_at TIME NOT NULL, is_break TINYINT NOT NULL DEFAULT 0, created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY bell_periods_public_id (public_id), UNIQUE KEY bell_periods_start (school_id, starts_at),
  UNIQUE KEY bell_periods_in_school (school_id, id), UNIQUE KEY bell_periods_form_key (school_id, form_key),
  CONSTRAINT bell_periods_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT bell_periods_order CHECK (starts_at < ends_at)
) ENGINE=InnoDB;

CREATE TABLE timetable_entries (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  academic_session_id BIGINT UNSIGNED NOT NULL, section_id BIGINT UNSIGNED NOT NULL,
  period_id BIGINT UNSIGNED NOT NULL, subject_id BIGINT UNSIGNED NOT NULL, teacher_id BIGINT UNSIGNED NULL,
  room_no VARCHAR(20) NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY timetable_entries_public_id (public_id), UNIQUE KEY timetable_entries_in_school (school_id, id),
  KEY timetable_entries_of_section (school_id, academic_session_id, section_id),
  CONSTRAINT timetable_entries_period FOREIGN KEY (school_id, period_id) REFERENCES bell_periods (school_id, id),
  CONSTRAINT timetable_entries_section FOREIGN KEY (school_id, section_id) REFERENCES sections (school_id, id),
  CONSTRAINT timetable_entries_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id),
  CONSTRAINT timetable_entries_subject FOREIGN KEY (school_id, subject_id) REFERENCES subjects (school_id, id),
  CONSTRAINT timetable_entries_teacher FOREIGN KEY (school_id, teacher_id) REFERENCES teachers (school_id, id)
) ENGINE=InnoDB;

-- One row per weekday (1 Monday … 6 Saturday); repeats the values that must not clash, so that unique keys refuse a
-- conflict.
CREATE TABLE timetable_days (
  entry_id BIGINT UNSIGNED NOT NULL, day TINYINT UNSIGNED NOT NULL, school_id BIGINT UNSIGNED NOT NULL,
  academic_session_id BIGINT UNSIGNED NOT NULL, period_id BIGINT UNSIGNED NOT NULL,
  section_id BIGINT UNSIGNED NOT NULL, teacher_id BIGINT UNSIGNED NULL, room_no VARCHAR(20) NULL,
  PRIMARY KEY (entry_id, day),
  UNIQUE KEY timetable_days_section (school_id, academic_session_id, section_id, day, period_id),
  UNIQUE KEY timetable_days_teacher (school_id, academic_session_id, teacher_id, day, period_id),
  UNIQUE KEY timetable_days_room (school_id, academic_session_id, room_no, day, period_id),
  CONSTRAINT timetable_days_entry FOREIGN KEY (school_id, entry_id) REFERENCES timetable_entries (school_id, id) ON DELETE CASCADE,
  CONSTRAINT timetable_days_day CHECK (day BETWEEN 1 AND 6)
) ENGINE=InnoDB;

-- == Exams ==

CREATE TABLE exams (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, academic_session_id BIGINT UNSIGNED NOT NULL, class_id BIGINT UNSIGNED NOT NULL,
  name VARCHAR(80) NOT NULL, description VARCHAR(500) NULL,
  type ENUM('mid_term','final_term','unit_test','project','assignment','other') NOT NULL, starts_on DATE NOT NULL,
  ends_on DATE NOT NULL, published_at DATETIME(3) NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY exams_public_id (public_id), UNIQUE KEY exams_name (academic_session_id, class_id, name),
  UNIQUE KEY exams_in_school (school_id, id),
  CONSTRAINT exams_class FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id),
  CONSTRAINT exams_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id),
  CONSTRAINT exams_order CHECK (starts_on <= ends_on)
) ENGINE=InnoDB;

CREATE TABLE exam_papers (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, exam_id BIGINT UNSIGNED NOT NULL, subject_id BIGINT UNSIGNED NOT NULL,
  held_on DATE NOT NULL, start_time TIME NULL, end_time TIME NULL, max_marks DECIMAL(6,2) NOT NULL,
  pass_marks DECIMAL(6,2) NULL, room_no VARCHAR(20) NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY exam_papers_public_id (public_id), UNIQUE KEY exam_papers_subject (exam_id, subject_id),
  UNIQUE KEY exam_papers_in_school (school_id, id),
  CONSTRAINT exam_papers_exam FOREIGN KEY (school_id, exam_id) REFERENCES exams (school_id, id),
  CONSTRAINT exam_papers_subject_of FOREIGN KEY (school_id, subject_id) REFERENCES subjects (school_id, id),
  CONSTRAINT exam_papers_marks CHECK (max_marks > 0),
  CONSTRAINT exam_papers_pass CHECK (pass_marks IS NULL OR (pass_marks >= 0 AND pass_marks <= max_marks))
) ENGINE=InnoDB;

CREATE TABLE exam_marks (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  paper_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL, enrollment_id BIGINT UNSIGNED NOT NULL,
  presence ENUM('present','absent','exempt') NOT NULL DEFAULT 'present', marks DECIMAL(6,2) NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY exam_marks_once (paper_id, enrollment_id), KEY exam_marks_of_student (school_id, student_id),
  CONSTRAINT exam_marks_enrollment FOREIGN KEY (school_id, student_id, enrollment_id)
    REFERENCES enrollments (school_id, student_id, id),
  CONSTRAINT exam_marks_paper FOREIGN KEY (school_id, paper_id) REFERENCES exam_papers (school_id, id),
  CONSTRAINT exam_marks_given CHECK (marks IS NULL OR (presence = 'present' AND marks >= 0))
) ENGINE=InnoDB;

-- == Quizzes ==

-- version counts every save of the quiz or its questions: saving over a newer version needs a confirmation.
CREATE TABLE quizzes (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, academic_session_id BIGINT UNSIGNED NOT NULL, class_id BIGINT UNSIGNED NOT NULL,
  subject_id BIGINT UNSIGNED NULL, title VARCHAR(120) NOT NULL, description VARCHAR(1000) NULL,
  duration_minutes SMALLINT UNSIGNED NOT NULL, available_from DATETIME(3) NOT NULL,
  available_until DATETIME(3) NOT NULL, published_at DATETIME(3) NULL, created_by BIGINT UNSIGNED NULL,
  version INT UNSIGNED NOT NULL DEFAULT 1, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY quizzes_public_id (public_id), UNIQUE KEY quizzes_in_school (school_id, id),
  UNIQUE KEY quizzes_form_key (school_id, form_key),
  KEY quizzes_of_class (school_id, academic_session_id, class_id, available_from),
  CONSTRAINT quizzes_class FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id),
  CONSTRAINT quizzes_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id),
  CONSTRAINT quizzes_subject FOREIGN KEY (school_id, subject_id) REFERENCES subjects (school_id, id),
  CONSTRAINT quizzes_window CHECK (available_from < available_until),
  CONSTRAINT quizzes_duration CHECK (duration_minutes > 0)
) ENGINE=InnoDB;

-- Sections of the quiz's audience; no rows: the whole class.
CREATE TABLE quiz_sections (
  school_id BIGINT UNSIGNED NOT NULL, quiz_id BIGINT UNSIGNED NOT NULL, section_id BIGINT UNSIGNED NOT NULL,
  PRIMARY KEY (quiz_id, section_id),
  CONSTRAINT quiz_sections_quiz FOREIGN KEY (school_id, quiz_id) REFERENCES quizzes (school_id, id) ON DELETE CASCADE,
  CONSTRAINT quiz_sections_section FOREIGN KEY (school_id, section_id) REFERENCES sections (school_id, id)
) ENGINE=InnoDB;

-- position is not unique: two neighbours swap with one statement each. form_key: idempotency key of the form; NULL in
-- a copy.
CREATE TABLE quiz_questions (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, quiz_id BIGINT UNSIGNED NOT NULL, position SMALLINT UNSIGNED NOT NULL,
  type ENUM('mcq','boolean','short') NOT NULL, question_text VARCHAR(1000) NOT NULL, marks DECIMAL(5,2) NOT NULL,
  form_key CHAR(40) COLLATE utf8mb4_bin NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY quiz_questions_public_id (public_id), UNIQUE KEY quiz_questions_form_key (quiz_id, form_key),
  KEY quiz_questions_of_quiz (quiz_id, position),
  CONSTRAINT quiz_questions_quiz FOREIGN KEY (school_id, quiz_id) REFERENCES quizzes (school_id, id) ON DELETE CASCADE,
  CONSTRAINT quiz_questions_marks CHECK (marks > 0)
) ENGINE=InnoDB;

-- Options of mcq and boolean questions; a boolean question has true and false, in this order.
CREATE TABLE quiz_options (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  question_id BIGINT UNSIGNED NOT NULL, position SMALLINT UNSIGNED NOT NULL, option_text VARCHAR(300) NOT NULL,
  is_correct TINYINT NOT NULL,
  UNIQUE KEY quiz_options_public_id (public_id), UNIQUE KEY quiz_options_in_question (question_id, id),
  CONSTRAINT quiz_options_question FOREIGN KEY (question_id) REFERENCES quiz_questions (id) ON DELETE CASCADE
) ENGINE=InnoDB;

-- Answers that mark a short answer automatically, ignoring case, accents and outer spaces; other answers wait for the
-- teacher.
CREATE TABLE quiz_accepted_answers (
  question_id BIGINT UNSIGNED NOT NULL, position SMALLINT UNSIGNED NOT NULL, answer_text VARCHAR(200) NOT NULL,
  PRIMARY KEY (question_id, position),
  CONSTRAINT quiz_accepted_answers_question FOREIGN KEY (question_id) REFERENCES quiz_questions (id) ON DELETE CASCADE
) ENGINE=InnoDB;

-- deadline_at is written once, by the database's clock. score stays NULL while the attempt is open; to_mark counts
-- short answers that wait for the teacher: above 0 the score is provisional.
CREATE TABLE quiz_attempts (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, quiz_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL,
  enrollment_id BIGINT UNSIGNED NOT NULL, started_at DATETIME(3) NOT NULL, deadline_at DATETIME(3) NOT NULL,
  submitted_at DATETIME(3) NULL, closed_by ENUM('student','deadline') NULL, score DECIMAL(7,2) NULL,
  max_score DECIMAL(7,2) NOT NULL, to_mark SMALLINT UNSIGNED NOT NULL DEFAULT 0, created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY quiz_attempts_public_id (public_id), UNIQUE KEY quiz_attempts_once (quiz_id, student_id),
  KEY quiz_attempts_of_student (student_id, started_at), KEY quiz_attempts_to_close (submitted_at, deadline_at),
  CONSTRAINT quiz_attempts_enrollment FOREIGN KEY (school_id, student_id, enrollment_id)
    REFERENCES enrollments (school_id, student_id, id),
  CONSTRAINT quiz_attempts_quiz FOREIGN KEY (school_id, quiz_id) REFERENCES quizzes (school_id, id),
  CONSTRAINT quiz_attempts_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CONSTRAINT quiz_attempts_closed CHECK ((submitted_at IS NULL) = (score IS NULL)
    AND (submitted_at IS NULL) = (closed_by IS NULL)),
  CONSTRAINT quiz_attempts_score CHECK (score IS NULL OR (score >= 0 AND score <= max_score))
) ENGINE=InnoDB;

-- awarded_marks: NULL while open, or while a short answer waits for the teacher (marked_by_name: the teacher who
-- marked it).
CREATE TABLE quiz_answers (
  attempt_id BIGINT UNSIGNED NOT NULL, question_id BIGINT UNSIGNED NOT NULL, option_id BIGINT UNSIGNED NULL,
  answer_text VARCHAR(500) NULL, awarded_marks DECIMAL(5,2) NULL, marked_by_name VARCHAR(120) NULL,
  marked_at DATETIME(3) NULL, saved_at DATETIME(3) NOT NULL,
  PRIMARY KEY (attempt_id, question_id), KEY quiz_answers_of_question (question_id, option_id),
  CONSTRAINT quiz_answers_attempt FOREIGN KEY (attempt_id) REFERENCES quiz_attempts (id),
  CONSTRAINT quiz_answers_option FOREIGN KEY (question_id, option_id) REFERENCES quiz_options (question_id, id),
  CONSTRAINT quiz_answers_question FOREIGN KEY (question_id) REFERENCES quiz_questions (id),
  CONSTRAINT quiz_answers_one CHECK (option_id IS NULL OR answer_text IS NULL)
) ENGINE=InnoDB;

-- == Report cards ==

-- definition: terms, components, grades, areas (JSON text). revision: version of the definition, incremented when a
-- published one changes.
CREATE TABLE report_schemes (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, academic_session_id BIGINT UNSIGNED NOT NULL, name VARCHAR(80) NOT NULL,
  definition MEDIUMTEXT NOT NULL, revision INT UNSIGNED NOT NULL DEFAULT 1, version INT UNSIGNED NOT NULL DEFAULT 1,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY report_schemes_public_id (public_id), UNIQUE KEY report_schemes_in_school (school_id, id),
  UNIQUE KEY report_schemes_name (academic_session_id, name), UNIQUE KEY report_schemes_form_key (school_id, form_key),
  CONSTRAINT report_schemes_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id)
) ENGINE=InnoDB;

-- A class has one scheme per session.
CREATE TABLE report_scheme_classes (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  scheme_id BIGINT UNSIGNED NOT NULL, academic_session_id BIGINT UNSIGNED NOT NULL, class_id BIGINT UNSIGNED NOT NULL,
  UNIQUE KEY report_scheme_classes_once (academic_session_id, class_id),
  CONSTRAINT report_scheme_classes_class FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id) ON DELETE CASCADE,
  CONSTRAINT report_scheme_classes_scheme FOREIGN KEY (school_id, scheme_id)
    REFERENCES report_schemes (school_id, id) ON DELETE CASCADE,
  CONSTRAINT report_scheme_classes_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id)
) ENGINE=InnoDB;

-- Component of an exam's papers.
CREATE TABLE report_scheme_exams (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  scheme_id BIGINT UNSIGNED NOT NULL, exam_id BIGINT UNSIGNED NOT NULL,
  component_key VARCHAR(4) COLLATE utf8mb4_bin NOT NULL,
  UNIQUE KEY report_scheme_exams_once (exam_id),
  CONSTRAINT report_scheme_exams_exam FOREIGN KEY (school_id, exam_id) REFERENCES exams (school_id, id) ON DELETE CASCADE,
  CONSTRAINT report_scheme_exams_scheme FOREIGN KEY (school_id, scheme_id) REFERENCES report_schemes (school_id, id) ON DELETE CASCADE
) ENGINE=InnoDB;

-- definition: as in the scheme. exams: exams with their components (JSON text).
CREATE TABLE report_scheme_revisions (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  scheme_id BIGINT UNSIGNED NOT NULL, revision INT UNSIGNED NOT NULL, definition MEDIUMTEXT NOT NULL,
  exams MEDIUMTEXT NOT NULL, created_at DATETIME(3) NOT NULL,
  UNIQUE KEY report_scheme_revisions_once (scheme_id, revision),
  CONSTRAINT report_scheme_revisions_scheme FOREIGN KEY (school_id, scheme_id) REFERENCES report_schemes (school_id, id)
) ENGINE=InnoDB;

CREATE TABLE report_remarks (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, code INT UNSIGNED NOT NULL, english VARCHAR(200) NOT NULL,
  hindi VARCHAR(200) NOT NULL, gujarati VARCHAR(200) NOT NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY report_remarks_public_id (public_id), UNIQUE KEY report_remarks_code (school_id, code),
  UNIQUE KEY report_remarks_form_key (school_id, form_key),
  CONSTRAINT report_remarks_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- grades: by area key (JSON text). remark_codes: numbers of sentences, separated by spaces.
CREATE TABLE report_entries (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  scheme_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL, enrollment_id BIGINT UNSIGNED NOT NULL,
  term_key VARCHAR(4) COLLATE utf8mb4_bin NOT NULL, grades TEXT NOT NULL, remark_codes VARCHAR(40) NOT NULL,
  remark VARCHAR(300) NOT NULL, version INT UNSIGNED NOT NULL DEFAULT 1, created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY report_entries_once (scheme_id, enrollment_id, term_key),
  CONSTRAINT report_entries_enrollment FOREIGN KEY (school_id, student_id, enrollment_id)
    REFERENCES enrollments (school_id, student_id, id),
  CONSTRAINT report_entries_scheme FOREIGN KEY (school_id, scheme_id) REFERENCES report_schemes (school_id, id)
) ENGINE=InnoDB;

-- card: the complete content of the card (JSON text). Never changed, only withdrawn.
CREATE TABLE report_cards (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, scheme_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL,
  enrollment_id BIGINT UNSIGNED NOT NULL, term_key VARCHAR(4) COLLATE utf8mb4_bin NOT NULL,
  revision INT UNSIGNED NOT NULL, card MEDIUMTEXT NOT NULL, issued_on DATE NOT NULL, created_at DATETIME(3) NOT NULL,
  UNIQUE KEY report_cards_public_id (public_id), UNIQUE KEY report_cards_once (scheme_id, enrollment_id, term_key),
  KEY report_cards_of_student (school_id, student_id, issued_on),
  CONSTRAINT report_cards_enrollment FOREIGN KEY (school_id, student_id, enrollment_id)
    REFERENCES enrollments (school_id, student_id, id),
  CONSTRAINT report_cards_scheme FOREIGN KEY (school_id, scheme_id) REFERENCES report_schemes (school_id, id)
) ENGINE=InnoDB;

-- Withdrawn cards that a family has received. A separate table, so that queries for valid cards never find them.
CREATE TABLE report_card_withdrawals (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, scheme_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL,
  enrollment_id BIGINT UNSIGNED NOT NULL, term_key VARCHAR(4) COLLATE utf8mb4_bin NOT NULL,
  revision INT UNSIGNED NOT NULL, card MEDIUMTEXT NOT NULL, issued_on DATE NOT NULL, reason VARCHAR(200) NOT NULL,
  withdrawn_on DATE NOT NULL, created_at DATETIME(3) NOT NULL,
  UNIQUE KEY report_card_withdrawals_public_id (public_id), KEY report_card_withdrawals_of_term (scheme_id, term_key),
  CONSTRAINT report_card_withdrawals_enrollment FOREIGN KEY (school_id, student_id, enrollment_id)
    REFERENCES enrollments (school_id, student_id, id),
  CONSTRAINT report_card_withdrawals_scheme FOREIGN KEY (school_id, scheme_id) REFERENCES report_schemes (school_id, id)
) ENGINE=InnoDB;

-- Students whose cards are withheld from the family, with the reason that the family reads.
CREATE TABLE report_withholdings (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  scheme_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL, enrollment_id BIGINT UNSIGNED NOT NULL,
  reason VARCHAR(200) NOT NULL, created_at DATETIME(3) NOT NULL,
  UNIQUE KEY report_withholdings_once (scheme_id, enrollment_id),
  CONSTRAINT report_withholdings_enrollment FOREIGN KEY (school_id, student_id, enrollment_id)
    REFERENCES enrollments (school_id, student_id, id) ON DELETE CASCADE,
  CONSTRAINT report_withholdings_scheme FOREIGN KEY (school_id, scheme_id) REFERENCES report_schemes (school_id, id) ON DELETE CASCADE
) ENGINE=InnoDB;

-- == Certificates ==

CREATE TABLE certificate_settings (
  school_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, affiliation_line VARCHAR(160) NULL, school_code VARCHAR(40) NULL,
  first_signatory VARCHAR(60) NULL, second_signatory VARCHAR(60) NULL, third_signatory VARCHAR(60) NULL,
  answer_days INT NOT NULL, return_rule ENUM('resume','new_entry') NOT NULL DEFAULT 'resume',
  version INT UNSIGNED NOT NULL DEFAULT 1, updated_at DATETIME(3) NOT NULL,
  CONSTRAINT certificate_settings_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- first_number applies to first_year only: every other year begins with 1.
CREATE TABLE certificate_kinds (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, name VARCHAR(80) NOT NULL,
  base ENUM('transfer','leaving','bonafide','character','no_dues','fee','own') NOT NULL, prefix VARCHAR(10) NOT NULL,
  book_number VARCHAR(20) NULL, first_number INT NOT NULL, first_year CHAR(7) NOT NULL, items VARCHAR(3000) NULL,
  text_en VARCHAR(1500) NULL, text_hi VARCHAR(1500) NULL, text_gu VARCHAR(1500) NULL, is_requestable TINYINT NOT NULL,
  version INT UNSIGNED NOT NULL DEFAULT 1, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY certificate_kinds_public_id (public_id), UNIQUE KEY certificate_kinds_name (school_id, name),
  UNIQUE KEY certificate_kinds_prefix (school_id, prefix), UNIQUE KEY certificate_kinds_form_key (school_id, form_key),
  UNIQUE KEY certificate_kinds_in_school (school_id, id),
  CONSTRAINT certificate_kinds_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

CREATE TABLE certificate_counters (
  school_id BIGINT UNSIGNED NOT NULL, kind_id BIGINT UNSIGNED NOT NULL, financial_year CHAR(7) NOT NULL,
  last_number INT UNSIGNED NOT NULL,
  PRIMARY KEY (school_id, kind_id, financial_year),
  CONSTRAINT certificate_counters_kind FOREIGN KEY (school_id, kind_id) REFERENCES certificate_kinds (school_id, id) ON DELETE CASCADE
) ENGINE=InnoDB;

-- content: editable by the office until the certificate is issued. view: the printed content from then on.
-- logo_file_id: the logo on the day of issue, so that every copy has the same head. fee_year: the financial year of a
-- fee certificate.
CREATE TABLE certificates (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL, kind_id BIGINT UNSIGNED NOT NULL,
  language ENUM('en','hi','gu') NOT NULL, state ENUM('draft','issued','cancelled') NOT NULL,
  content MEDIUMTEXT NOT NULL, view MEDIUMTEXT NULL, logo_file_id BIGINT UNSIGNED NULL, fee_year CHAR(7) NULL,
  financial_year CHAR(7) NULL, number INT UNSIGNED NULL, number_text VARCHAR(40) NULL, issued_on DATE NULL,
  issued_by_name VARCHAR(120) NULL, override_reason VARCHAR(200) NULL, cancelled_at DATETIME(3) NULL,
  cancelled_by_name VARCHAR(120) NULL, cancel_reason VARCHAR(200) NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY certificates_public_id (public_id), UNIQUE KEY certificates_form_key (school_id, form_key),
  UNIQUE KEY certificates_in_school (school_id, id),
  UNIQUE KEY certificates_number (school_id, kind_id, financial_year, number),
  UNIQUE KEY certificates_number_text (school_id, number_text),
  KEY certificates_of_student (school_id, student_id, id),
  KEY certificates_by_fee_year (school_id, fee_year, student_id),
  CONSTRAINT certificates_kind FOREIGN KEY (school_id, kind_id) REFERENCES certificate_kinds (school_id, id),
  CONSTRAINT certificates_logo FOREIGN KEY (logo_file_id) REFERENCES files (id),
  CONSTRAINT certificates_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CONSTRAINT certificates_numbered CHECK ((state = 'draft') = (number IS NULL))
) ENGINE=InnoDB;

-- Number 0 is the original, every other a duplicate. The QR code links to the token.
CREATE TABLE certificate_copies (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, certificate_id BIGINT UNSIGNED NOT NULL, number INT UNSIGNED NOT NULL,
  token CHAR(12) COLLATE utf8mb4_bin NOT NULL, reason VARCHAR(200) NULL,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, made_on DATE NOT NULL, made_by_name VARCHAR(120) NOT NULL,
  file_id BIGINT UNSIGNED NULL, created_at DATETIME(3) NOT NULL,
  UNIQUE KEY certificate_copies_public_id (public_id), UNIQUE KEY certificate_copies_token (token),
  UNIQUE KEY certificate_copies_form_key (school_id, form_key),
  UNIQUE KEY certificate_copies_number (certificate_id, number),
  CONSTRAINT certificate_copies_certificate FOREIGN KEY (school_id, certificate_id) REFERENCES certificates (school_id, id),
  CONSTRAINT certificate_copies_file FOREIGN KEY (file_id) REFERENCES files (id)
) ENGINE=InnoDB;

CREATE TABLE certificate_requests (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL, kind_id BIGINT UNSIGNED NOT NULL,
  language ENUM('en','hi','gu') NOT NULL, purpose VARCHAR(200) NOT NULL,
  state ENUM('pending','taken_up','ready','refused','withdrawn') NOT NULL, asked_on DATE NOT NULL,
  answer_by DATE NOT NULL, answer VARCHAR(200) NULL, certificate_id BIGINT UNSIGNED NULL,
  decided_by_name VARCHAR(120) NULL, decided_at DATETIME(3) NULL, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  is_open TINYINT GENERATED ALWAYS AS (IF(state IN ('pending','taken_up'),1,NULL)) STORED,
  UNIQUE KEY certificate_requests_public_id (public_id),
  UNIQUE KEY certificate_requests_form_key (school_id, form_key),
  UNIQUE KEY certificate_requests_one_open (student_id, kind_id, is_open),
  UNIQUE KEY certificate_requests_certificate (certificate_id),
  KEY certificate_requests_queue (school_id, state, answer_by),
  CONSTRAINT certificate_requests_kind FOREIGN KEY (school_id, kind_id) REFERENCES certificate_kinds (school_id, id),
  CONSTRAINT certificate_requests_of FOREIGN KEY (certificate_id) REFERENCES certificates (id),
  CONSTRAINT certificate_requests_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;
`)
