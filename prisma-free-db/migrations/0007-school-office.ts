import type { Migration } from '../../app/database/migration'

/**
 * Office data beyond names and addresses: the six profile sections, subjects, teachers, and the status of enrollments.
 */
export const up: Migration = async (run) => {
  // version counts every change of any section: a save with an older version shows the changes in between.
  // activation_round changes the activation code when the office resets an account.
  await run(`ALTER TABLE students
    MODIFY COLUMN status ENUM('active','inactive','left') NOT NULL DEFAULT 'active',
    ADD COLUMN left_on DATE NULL AFTER status,
    ADD COLUMN leaving_reason VARCHAR(200) NULL AFTER left_on,
    ADD COLUMN religion ENUM('Hindu','Muslim','Christian','Sikh','Buddhist','Jain','Other') NULL AFTER category,
    ADD COLUMN nic_id VARCHAR(30) NULL AFTER rte,
    ADD COLUMN sr_no VARCHAR(30) NULL AFTER nic_id,
    ADD COLUMN photo_file_id BIGINT UNSIGNED NULL AFTER sr_no,
    ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER photo_file_id,
    ADD COLUMN activation_round INT UNSIGNED NOT NULL DEFAULT 0 AFTER password_changed_at,
    ADD CONSTRAINT students_photo FOREIGN KEY (photo_file_id) REFERENCES files (id),
    ADD CONSTRAINT students_left CHECK ((status = 'left') = (left_on IS NOT NULL))`)

  const place = (prefix: 'permanent' | 'current') => `
    ADD COLUMN ${prefix}_house_no VARCHAR(60) NULL,
    ADD COLUMN ${prefix}_street VARCHAR(120) NULL,
    ADD COLUMN ${prefix === 'permanent' ? 'pin' : 'current_pincode'} CHAR(6) CHARACTER SET ascii NULL,
    ADD COLUMN ${prefix}_state VARCHAR(60) NULL,
    ADD COLUMN ${prefix}_district VARCHAR(60) NULL,
    ADD COLUMN ${prefix}_post_office VARCHAR(60) NULL,
    ADD COLUMN ${prefix}_area_type ENUM('rural','city','nagar_palika','nagar_nigam') NULL,
    ADD COLUMN ${prefix}_village VARCHAR(80) NULL,
    ADD COLUMN ${prefix}_panchayat VARCHAR(80) NULL,
    ADD COLUMN ${prefix}_block VARCHAR(80) NULL,
    ADD COLUMN ${prefix}_colony VARCHAR(80) NULL,
    ADD COLUMN ${prefix}_city_name VARCHAR(80) NULL,
    ADD COLUMN ${prefix}_city_ward VARCHAR(40) NULL,
    ADD COLUMN ${prefix}_nagar_palika_name VARCHAR(80) NULL,
    ADD COLUMN ${prefix}_nagar_palika_ward VARCHAR(40) NULL,
    ADD COLUMN ${prefix}_nagar_nigam_name VARCHAR(80) NULL,
    ADD COLUMN ${prefix}_zone_name VARCHAR(80) NULL,
    ADD COLUMN ${prefix}_nagar_nigam_ward VARCHAR(40) NULL`
  await run(`ALTER TABLE student_addresses ${place('permanent')}, ${place('current')},
    ADD COLUMN same_as_permanent TINYINT NOT NULL DEFAULT 0,
    ADD COLUMN distance_from_school VARCHAR(20) NULL`)

  // Aadhaar numbers are encrypted (AES-256-GCM with APP_KEY); the last four digits are stored beside them for display.
  const person = (who: 'father' | 'mother' | 'guardian') => `
    ADD COLUMN ${who}_occupation VARCHAR(40) NULL,
    ADD COLUMN ${who}_mobile CHAR(10) CHARACTER SET ascii NULL,
    ADD COLUMN ${who}_aadhar VARCHAR(200) NULL,
    ADD COLUMN ${who}_aadhar_end CHAR(4) CHARACTER SET ascii NULL,
    ADD COLUMN ${who}_education VARCHAR(80) NULL,
    ADD COLUMN ${who}_income VARCHAR(40) NULL`
  await run(`ALTER TABLE guardians ${person('father')}, ${person('mother')},
    ADD COLUMN guardian_name VARCHAR(120) NULL,
    ADD COLUMN guardian_relation ENUM('Uncle','Aunt','Grandfather','Grandmother','Brother','Sister','Neighbor','NGO','Other') NULL,
    ${person('guardian')}`)

  // Roll number and section come from the enrollment, so they have no column here.
  await run(`CREATE TABLE academic_infos (
    student_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    previous_school VARCHAR(160) NULL,
    previous_board VARCHAR(80) NULL,
    previous_class VARCHAR(40) NULL,
    previous_year VARCHAR(20) NULL,
    previous_result VARCHAR(40) NULL,
    previous_school_address VARCHAR(300) NULL,
    admission_class VARCHAR(40) NULL,
    admission_date DATE NULL,
    admission_number VARCHAR(30) NULL,
    medium ENUM('English','Hindi','Gujarati','Other') NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY academic_infos_admission_number (school_id, admission_number),
    CONSTRAINT academic_infos_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE additional_infos (
    student_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    travel_mode VARCHAR(40) NULL,
    travel_details VARCHAR(200) NULL,
    staying_with VARCHAR(40) NULL,
    staying_details VARCHAR(200) NULL,
    medical_conditions VARCHAR(300) NULL,
    allergies VARCHAR(300) NULL,
    emergency_contact_name VARCHAR(120) NULL,
    emergency_contact_number CHAR(10) CHARACTER SET ascii NULL,
    updated_at DATETIME(3) NOT NULL,
    CONSTRAINT additional_infos_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
  ) ENGINE=InnoDB`)

  // One row per file: only marksheets have more than one, in order.
  await run(`CREATE TABLE student_documents (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    kind ENUM('student_photo','birth_certificate','aadhar_card','previous_tc','previous_report_card','father_photo',
      'father_aadhar_doc','mother_photo','mother_aadhar_doc','guardian_photo','guardian_aadhar_doc',
      'transfer_certificate','character_certificate','marksheet') NOT NULL,
    position SMALLINT UNSIGNED NOT NULL DEFAULT 0,
    file_id BIGINT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY student_documents_place (student_id, kind, position),
    UNIQUE KEY student_documents_file (file_id),
    CONSTRAINT student_documents_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT student_documents_of FOREIGN KEY (file_id) REFERENCES files (id)
  ) ENGINE=InnoDB`)

  // Changes that a student may only request (decisions, section 5): the office decides. One open request per field.
  await run(`CREATE TABLE change_requests (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    field ENUM('first_name','last_name','father_name','mother_name','date_of_birth','category') NOT NULL,
    old_value VARCHAR(120) NOT NULL,
    new_value VARCHAR(120) NOT NULL,
    note VARCHAR(300) NULL,
    state ENUM('pending','approved','rejected','withdrawn') NOT NULL DEFAULT 'pending',
    reason VARCHAR(200) NULL,
    decided_by BIGINT UNSIGNED NULL,
    decided_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    is_open TINYINT GENERATED ALWAYS AS (IF(state = 'pending',1,NULL)) VIRTUAL,
    UNIQUE KEY change_requests_public_id (public_id),
    UNIQUE KEY change_requests_one_open (student_id, field, is_open),
    KEY change_requests_by_state (school_id, state, created_at),
    CONSTRAINT change_requests_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
  ) ENGINE=InnoDB`)

  // NULL until the invited user chooses a password from the mail.
  await run('ALTER TABLE staff_users MODIFY COLUMN password_hash VARCHAR(200) NULL')

  await run(`CREATE TABLE teachers (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    staff_user_id BIGINT UNSIGNED NULL,
    employee_number VARCHAR(30) NOT NULL,
    first_name VARCHAR(60) NOT NULL,
    last_name VARCHAR(60) NOT NULL,
    email VARCHAR(190) NULL,
    mobile_number CHAR(10) CHARACTER SET ascii NULL,
    qualification VARCHAR(120) NULL,
    joined_on DATE NULL,
    status ENUM('active','inactive') NOT NULL DEFAULT 'active',
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY teachers_public_id (public_id),
    UNIQUE KEY teachers_employee_number (school_id, employee_number),
    UNIQUE KEY teachers_staff_user (staff_user_id),
    UNIQUE KEY teachers_in_school (school_id, id),
    KEY teachers_by_name (school_id, last_name, first_name),
    CONSTRAINT teachers_school FOREIGN KEY (school_id) REFERENCES schools (id),
    CONSTRAINT teachers_staff FOREIGN KEY (school_id, staff_user_id) REFERENCES staff_users (school_id, id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE subjects (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    name VARCHAR(80) NOT NULL,
    code VARCHAR(20) NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY subjects_public_id (public_id),
    UNIQUE KEY subjects_name (school_id, name),
    UNIQUE KEY subjects_code (school_id, code),
    UNIQUE KEY subjects_in_school (school_id, id),
    CONSTRAINT subjects_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  // Subjects taught in a class.
  await run(`CREATE TABLE class_subjects (
    school_id BIGINT UNSIGNED NOT NULL,
    class_id BIGINT UNSIGNED NOT NULL,
    subject_id BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (class_id, subject_id),
    CONSTRAINT class_subjects_class FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id) ON DELETE CASCADE,
    CONSTRAINT class_subjects_subject FOREIGN KEY (school_id, subject_id) REFERENCES subjects (school_id, id)
  ) ENGINE=InnoDB`)

  await run(`ALTER TABLE sections
    ADD COLUMN class_teacher_id BIGINT UNSIGNED NULL AFTER capacity,
    ADD CONSTRAINT sections_class_teacher FOREIGN KEY (school_id, class_teacher_id) REFERENCES teachers (school_id, id)`)

  // A student who left mid-session released the seat; roll number and row stay for the register.
  await run(`ALTER TABLE enrollments
    ADD COLUMN status ENUM('studying','left') NOT NULL DEFAULT 'studying' AFTER enrolled_on,
    ADD COLUMN left_on DATE NULL AFTER status,
    ADD UNIQUE KEY enrollments_of_student (school_id, student_id, id),
    ADD CONSTRAINT enrollments_left CHECK ((status = 'left') = (left_on IS NOT NULL))`)

  // Attendance and marks belong to an enrollment and protect it from deletion and from undoing a promotion.
  await run(`CREATE TABLE attendance (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    enrollment_id BIGINT UNSIGNED NOT NULL,
    held_on DATE NOT NULL,
    status ENUM('present','absent','late','half_day','leave') NOT NULL,
    remarks VARCHAR(200) NULL,
    marked_by BIGINT UNSIGNED NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY attendance_once_a_day (enrollment_id, held_on),
    KEY attendance_of_student (school_id, student_id, held_on),
    KEY attendance_by_day (school_id, held_on),
    CONSTRAINT attendance_enrollment FOREIGN KEY (school_id, student_id, enrollment_id)
      REFERENCES enrollments (school_id, student_id, id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE exams (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    academic_session_id BIGINT UNSIGNED NOT NULL,
    class_id BIGINT UNSIGNED NOT NULL,
    name VARCHAR(80) NOT NULL,
    description VARCHAR(500) NULL,
    type ENUM('mid_term','final_term','unit_test','project','assignment','other') NOT NULL,
    starts_on DATE NOT NULL,
    ends_on DATE NOT NULL,
    published_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY exams_public_id (public_id),
    UNIQUE KEY exams_name (academic_session_id, class_id, name),
    UNIQUE KEY exams_in_school (school_id, id),
    CONSTRAINT exams_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id),
    CONSTRAINT exams_class FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id),
    CONSTRAINT exams_order CHECK (starts_on <= ends_on)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE exam_papers (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    exam_id BIGINT UNSIGNED NOT NULL,
    subject_id BIGINT UNSIGNED NOT NULL,
    held_on DATE NOT NULL,
    start_time TIME NULL,
    end_time TIME NULL,
    max_marks DECIMAL(6,2) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY exam_papers_public_id (public_id),
    UNIQUE KEY exam_papers_subject (exam_id, subject_id),
    UNIQUE KEY exam_papers_in_school (school_id, id),
    CONSTRAINT exam_papers_exam FOREIGN KEY (school_id, exam_id) REFERENCES exams (school_id, id),
    CONSTRAINT exam_papers_subject_of FOREIGN KEY (school_id, subject_id) REFERENCES subjects (school_id, id),
    CONSTRAINT exam_papers_marks CHECK (max_marks > 0)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE exam_marks (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    paper_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    enrollment_id BIGINT UNSIGNED NOT NULL,
    presence ENUM('present','absent','exempt') NOT NULL DEFAULT 'present',
    marks DECIMAL(6,2) NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY exam_marks_once (paper_id, enrollment_id),
    KEY exam_marks_of_student (school_id, student_id),
    CONSTRAINT exam_marks_paper FOREIGN KEY (school_id, paper_id) REFERENCES exam_papers (school_id, id),
    CONSTRAINT exam_marks_enrollment FOREIGN KEY (school_id, student_id, enrollment_id)
      REFERENCES enrollments (school_id, student_id, id),
    CONSTRAINT exam_marks_given CHECK (marks IS NULL OR (presence = 'present' AND marks >= 0))
  ) ENGINE=InnoDB`)

  await run(`ALTER TABLE schools
    ADD COLUMN logo_file_id BIGINT UNSIGNED NULL AFTER address,
    ADD COLUMN board VARCHAR(80) NULL AFTER logo_file_id,
    ADD COLUMN affiliation_number VARCHAR(40) NULL AFTER board,
    ADD COLUMN latitude DECIMAL(9,6) NULL AFTER affiliation_number,
    ADD COLUMN longitude DECIMAL(9,6) NULL AFTER latitude,
    ADD CONSTRAINT schools_logo FOREIGN KEY (logo_file_id) REFERENCES files (id)`)

  // fine_*: default late-fine rule of a new fee. rank_shown: students see their rank.
  await run(`ALTER TABLE school_settings
    ADD COLUMN year_starts_month TINYINT UNSIGNED NOT NULL DEFAULT 4,
    ADD COLUMN activation_code_required TINYINT NOT NULL DEFAULT 0,
    ADD COLUMN online_admissions TINYINT NOT NULL DEFAULT 1,
    ADD COLUMN part_payment_allowed TINYINT NOT NULL DEFAULT 0,
    ADD COLUMN part_payment_minimum_paise BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN rank_shown TINYINT NOT NULL DEFAULT 1,
    ADD COLUMN maps_key VARCHAR(400) NULL,
    ADD COLUMN fine_kind ENUM('none','flat','per_day','slabs') NOT NULL DEFAULT 'none',
    ADD COLUMN fine_amount_paise BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN fine_grace_days SMALLINT UNSIGNED NOT NULL DEFAULT 0,
    ADD COLUMN fine_cap_paise BIGINT NULL,
    ADD CONSTRAINT school_settings_year CHECK (year_starts_month BETWEEN 1 AND 12),
    ADD CONSTRAINT school_settings_amounts CHECK (part_payment_minimum_paise >= 0 AND fine_amount_paise >= 0)`)

  await run(`CREATE TABLE grade_bands (
    school_id BIGINT UNSIGNED NOT NULL,
    grade VARCHAR(10) NOT NULL,
    from_percent TINYINT UNSIGNED NOT NULL,
    PRIMARY KEY (school_id, grade),
    UNIQUE KEY grade_bands_from (school_id, from_percent),
    CONSTRAINT grade_bands_school FOREIGN KEY (school_id) REFERENCES schools (id),
    CONSTRAINT grade_bands_percent CHECK (from_percent <= 100)
  ) ENGINE=InnoDB`)
}
