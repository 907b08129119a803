import type { Migration } from '../../app/database/migration'

const publicId = 'public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL'
const times = 'created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL'

/** Daily records of a school: registers, leave, periods, pass marks of papers, notices, events. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE sections ADD UNIQUE KEY sections_in_school (school_id, id)')

  await run(`ALTER TABLE exam_papers
    ADD COLUMN pass_marks DECIMAL(6,2) NULL AFTER max_marks,
    ADD COLUMN room_no VARCHAR(20) NULL AFTER pass_marks,
    ADD CONSTRAINT exam_papers_pass CHECK (pass_marks IS NULL OR (pass_marks >= 0 AND pass_marks <= max_marks))`)

  // One row per marked section and day, to distinguish "not marked" from "all absent". version counts every save:
  // saving over a newer version needs a confirmation. The teacher is the class teacher of that day.
  await run(`CREATE TABLE attendance_sheets (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    academic_session_id BIGINT UNSIGNED NOT NULL,
    section_id BIGINT UNSIGNED NOT NULL,
    held_on DATE NOT NULL,
    teacher_id BIGINT UNSIGNED NULL,
    marked_by BIGINT UNSIGNED NULL,
    marked_by_name VARCHAR(120) NOT NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    ${times},
    UNIQUE KEY attendance_sheets_once_a_day (section_id, academic_session_id, held_on),
    UNIQUE KEY attendance_sheets_in_school (school_id, id),
    KEY attendance_sheets_by_day (school_id, held_on),
    CONSTRAINT attendance_sheets_section FOREIGN KEY (school_id, section_id) REFERENCES sections (school_id, id),
    CONSTRAINT attendance_sheets_session FOREIGN KEY (school_id, academic_session_id)
      REFERENCES academic_sessions (school_id, id),
    CONSTRAINT attendance_sheets_teacher FOREIGN KEY (school_id, teacher_id) REFERENCES teachers (school_id, id)
  ) ENGINE=InnoDB`)

  await run(`ALTER TABLE attendance
    ADD COLUMN sheet_id BIGINT UNSIGNED NULL AFTER enrollment_id,
    ADD COLUMN correction_reason VARCHAR(200) NULL AFTER remarks,
    ADD COLUMN corrected_at DATETIME(3) NULL AFTER correction_reason,
    ADD CONSTRAINT attendance_sheet FOREIGN KEY (school_id, sheet_id) REFERENCES attendance_sheets (school_id, id)`)

  await run(`CREATE TABLE holidays (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    ${publicId},
    school_id BIGINT UNSIGNED NOT NULL,
    name VARCHAR(80) NOT NULL,
    starts_on DATE NOT NULL,
    ends_on DATE NOT NULL,
    ${times},
    UNIQUE KEY holidays_public_id (public_id),
    UNIQUE KEY holidays_once (school_id, starts_on, name),
    KEY holidays_by_day (school_id, starts_on, ends_on),
    CONSTRAINT holidays_school FOREIGN KEY (school_id) REFERENCES schools (id),
    CONSTRAINT holidays_order CHECK (starts_on <= ends_on)
  ) ENGINE=InnoDB`)

  // Sundays are always holidays; Saturdays never, on the second and fourth of a month, or always.
  await run(`ALTER TABLE school_settings
    ADD COLUMN saturdays_off ENUM('none','second_fourth','all') NOT NULL DEFAULT 'none'`)

  await run(`CREATE TABLE leave_applications (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    ${publicId},
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    enrollment_id BIGINT UNSIGNED NOT NULL,
    starts_on DATE NOT NULL,
    ends_on DATE NOT NULL,
    reason VARCHAR(300) NOT NULL,
    state ENUM('pending','approved','rejected','withdrawn') NOT NULL DEFAULT 'pending',
    answer VARCHAR(200) NULL,
    decided_by_name VARCHAR(120) NULL,
    decided_at DATETIME(3) NULL,
    form_key VARCHAR(40) CHARACTER SET ascii NOT NULL,
    ${times},
    UNIQUE KEY leave_applications_public_id (public_id),
    UNIQUE KEY leave_applications_form_key (school_id, form_key),
    KEY leave_applications_by_state (school_id, state, starts_on),
    KEY leave_applications_of_student (student_id, starts_on),
    CONSTRAINT leave_applications_enrollment FOREIGN KEY (school_id, student_id, enrollment_id)
      REFERENCES enrollments (school_id, student_id, id),
    CONSTRAINT leave_applications_order CHECK (starts_on <= ends_on)
  ) ENGINE=InnoDB`)

  // A school without rows has the eight hourly periods of the specification; they are inserted before the first entry.
  await run(`CREATE TABLE bell_periods (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    ${publicId},
    school_id BIGINT UNSIGNED NOT NULL,
    name VARCHAR(40) NOT NULL,
    starts_at TIME NOT NULL,
    ends_at TIME NOT NULL,
    is_break TINYINT NOT NULL DEFAULT 0,
    ${times},
    UNIQUE KEY bell_periods_public_id (public_id),
    UNIQUE KEY bell_periods_start (school_id, starts_at),
    UNIQUE KEY bell_periods_in_school (school_id, id),
    CONSTRAINT bell_periods_school FOREIGN KEY (school_id) REFERENCES schools (id),
    CONSTRAINT bell_periods_order CHECK (starts_at < ends_at)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE timetable_entries (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    ${publicId},
    school_id BIGINT UNSIGNED NOT NULL,
    academic_session_id BIGINT UNSIGNED NOT NULL,
    section_id BIGINT UNSIGNED NOT NULL,
    period_id BIGINT UNSIGNED NOT NULL,
    subject_id BIGINT UNSIGNED NOT NULL,
    teacher_id BIGINT UNSIGNED NULL,
    room_no VARCHAR(20) NULL,
    ${times},
    UNIQUE KEY timetable_entries_public_id (public_id),
    UNIQUE KEY timetable_entries_in_school (school_id, id),
    KEY timetable_entries_of_section (school_id, academic_session_id, section_id),
    CONSTRAINT timetable_entries_session FOREIGN KEY (school_id, academic_session_id)
      REFERENCES academic_sessions (school_id, id),
    CONSTRAINT timetable_entries_section FOREIGN KEY (school_id, section_id) REFERENCES sections (school_id, id),
    CONSTRAINT timetable_entries_period FOREIGN KEY (school_id, period_id) REFERENCES bell_periods (school_id, id),
    CONSTRAINT timetable_entries_subject FOREIGN KEY (school_id, subject_id) REFERENCES subjects (school_id, id),
    CONSTRAINT timetable_entries_teacher FOREIGN KEY (school_id, teacher_id) REFERENCES teachers (school_id, id)
  ) ENGINE=InnoDB`)

  // One row per weekday (1 Monday … 6 Saturday); repeats the values that must not clash, so that unique keys refuse a
  // conflict.
  await run(`CREATE TABLE timetable_days (
    entry_id BIGINT UNSIGNED NOT NULL,
    day TINYINT UNSIGNED NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    academic_session_id BIGINT UNSIGNED NOT NULL,
    period_id BIGINT UNSIGNED NOT NULL,
    section_id BIGINT UNSIGNED NOT NULL,
    teacher_id BIGINT UNSIGNED NULL,
    room_no VARCHAR(20) NULL,
    PRIMARY KEY (entry_id, day),
    UNIQUE KEY timetable_days_section (school_id, academic_session_id, section_id, day, period_id),
    UNIQUE KEY timetable_days_teacher (school_id, academic_session_id, teacher_id, day, period_id),
    UNIQUE KEY timetable_days_room (school_id, academic_session_id, room_no, day, period_id),
    CONSTRAINT timetable_days_entry FOREIGN KEY (school_id, entry_id) REFERENCES timetable_entries (school_id, id)
      ON DELETE CASCADE,
    CONSTRAINT timetable_days_day CHECK (day BETWEEN 1 AND 6)
  ) ENGINE=InnoDB`)

  // Audience of a notice or event: has exactly the id that the audience needs.
  const audience = (table: string) => `
    audience ENUM('school','class','section','student') NOT NULL,
    class_id BIGINT UNSIGNED NULL,
    section_id BIGINT UNSIGNED NULL,
    student_id BIGINT UNSIGNED NULL,
    created_by BIGINT UNSIGNED NULL,
    created_by_name VARCHAR(120) NOT NULL,
    ${times},
    UNIQUE KEY ${table}_public_id (public_id),
    UNIQUE KEY ${table}_in_school (school_id, id),
    CONSTRAINT ${table}_school FOREIGN KEY (school_id) REFERENCES schools (id),
    CONSTRAINT ${table}_class FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id),
    CONSTRAINT ${table}_section FOREIGN KEY (school_id, section_id) REFERENCES sections (school_id, id),
    CONSTRAINT ${table}_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT ${table}_addressed CHECK (
      (audience = 'class') = (class_id IS NOT NULL) AND (audience = 'section') = (section_id IS NOT NULL)
      AND (audience = 'student') = (student_id IS NOT NULL))`

  await run(`CREATE TABLE notices (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    ${publicId},
    school_id BIGINT UNSIGNED NOT NULL,
    title VARCHAR(120) NOT NULL,
    body VARCHAR(4000) NOT NULL,
    priority ENUM('high','medium','low') NOT NULL DEFAULT 'medium',
    from_on DATE NOT NULL,
    until_on DATE NULL,
    KEY notices_by_day (school_id, from_on),
    CONSTRAINT notices_order CHECK (until_on IS NULL OR from_on <= until_on),
    ${audience('notices')}
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE notice_readers (
    notice_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    read_at DATETIME(3) NOT NULL,
    PRIMARY KEY (notice_id, student_id),
    KEY notice_readers_of_student (student_id),
    CONSTRAINT notice_readers_notice FOREIGN KEY (school_id, notice_id) REFERENCES notices (school_id, id) ON DELETE CASCADE,
    CONSTRAINT notice_readers_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE events (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    ${publicId},
    school_id BIGINT UNSIGNED NOT NULL,
    title VARCHAR(120) NOT NULL,
    description VARCHAR(1000) NULL,
    type ENUM('celebration','sports','cultural','meeting','trip','competition','other') NOT NULL,
    priority ENUM('high','medium','low') NOT NULL DEFAULT 'medium',
    starts_on DATE NOT NULL,
    ends_on DATE NOT NULL,
    KEY events_by_day (school_id, starts_on),
    CONSTRAINT events_order CHECK (starts_on <= ends_on),
    ${audience('events')}
  ) ENGINE=InnoDB`)

  // A new e-mail address becomes valid when its owner opens the mailed link (decisions, section 5).
  await run(`CREATE TABLE email_changes (
    student_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    new_email VARCHAR(190) NOT NULL,
    token_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY email_changes_token (token_hash),
    CONSTRAINT email_changes_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
  ) ENGINE=InnoDB`)
}
