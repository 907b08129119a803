import { statementsOf } from '../../app/database/migration'

/** Baseline of people (decision 62): staff, classes, students, guardians and sign-in, as of migration 0106. */
export const up = statementsOf(`
-- == Staff ==

-- password_hash NULL: the invited user has not yet chosen a password from the mail. list_layouts: hidden columns by
-- the address of the list (JSON text).
CREATE TABLE staff_users (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, name VARCHAR(120) NOT NULL, email VARCHAR(190) NOT NULL,
  role ENUM('owner','office','accounts','teacher') NOT NULL,
  status ENUM('active','inactive') NOT NULL DEFAULT 'active', password_hash VARCHAR(200) NULL,
  password_changed_at DATETIME(3) NULL, factor_offer_closed_at DATETIME(3) NULL, created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL, version INT UNSIGNED NOT NULL DEFAULT 1, list_layouts TEXT NULL,
  UNIQUE KEY staff_public_id (public_id), UNIQUE KEY staff_email (email), UNIQUE KEY staff_in_school (school_id, id),
  CONSTRAINT staff_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- totp_key is a sealed text; a key that no code has confirmed is not required at sign-in. last_step: time step of the
-- last accepted code, so that each code works once.
CREATE TABLE staff_factors (
  staff_user_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  totp_key VARCHAR(200) COLLATE utf8mb4_bin NOT NULL, last_step BIGINT NULL, created_at DATETIME(3) NOT NULL,
  confirmed_at DATETIME(3) NULL,
  CONSTRAINT staff_factors_staff FOREIGN KEY (school_id, staff_user_id) REFERENCES staff_users (school_id, id) ON DELETE CASCADE
) ENGINE=InnoDB;

-- Used codes are deleted.
CREATE TABLE recovery_codes (
  staff_user_id BIGINT UNSIGNED NOT NULL, code_hash CHAR(64) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL,
  PRIMARY KEY (staff_user_id, code_hash),
  CONSTRAINT recovery_codes_staff FOREIGN KEY (school_id, staff_user_id) REFERENCES staff_users (school_id, id) ON DELETE CASCADE
) ENGINE=InnoDB;

-- Registrations that are not opened yet: one per address; a new form replaces the previous one.
CREATE TABLE school_registrations (
  email VARCHAR(190) COLLATE utf8mb4_bin NOT NULL PRIMARY KEY, token_hash CHAR(64) COLLATE utf8mb4_bin NOT NULL,
  name VARCHAR(120) NOT NULL, person VARCHAR(120) NOT NULL, phone VARCHAR(20) NOT NULL, address VARCHAR(300) NOT NULL,
  password_hash VARCHAR(200) NOT NULL, expires_at DATETIME(3) NOT NULL, created_at DATETIME(3) NOT NULL,
  UNIQUE KEY school_registrations_token (token_hash), KEY school_registrations_expiry (expires_at)
) ENGINE=InnoDB;

-- == Sessions, classes and teachers ==

CREATE TABLE academic_sessions (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, name VARCHAR(20) NOT NULL, starts_on DATE NOT NULL, ends_on DATE NOT NULL,
  is_current TINYINT NOT NULL DEFAULT 0,
  current_mark TINYINT GENERATED ALWAYS AS (IF(is_current = 1,1,NULL)) VIRTUAL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL DEFAULT (UUID()),
  UNIQUE KEY academic_sessions_public_id (public_id), UNIQUE KEY academic_sessions_name (school_id, name),
  UNIQUE KEY academic_sessions_in_school (school_id, id), UNIQUE KEY academic_sessions_form_key (school_id, form_key),
  UNIQUE KEY academic_sessions_one_current (school_id, current_mark),
  CONSTRAINT academic_sessions_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT academic_sessions_order CHECK (starts_on < ends_on)
) ENGINE=InnoDB;

CREATE TABLE teachers (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, staff_user_id BIGINT UNSIGNED NULL, employee_number VARCHAR(30) NOT NULL,
  first_name VARCHAR(60) NOT NULL, last_name VARCHAR(60) NOT NULL, email VARCHAR(190) NULL,
  mobile_number CHAR(10) COLLATE utf8mb4_bin NULL, qualification VARCHAR(120) NULL, joined_on DATE NULL,
  status ENUM('active','inactive') NOT NULL DEFAULT 'active', created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL DEFAULT (UUID()),
  UNIQUE KEY teachers_public_id (public_id), UNIQUE KEY teachers_employee_number (school_id, employee_number),
  UNIQUE KEY teachers_in_school (school_id, id), UNIQUE KEY teachers_form_key (school_id, form_key),
  UNIQUE KEY teachers_staff_user (staff_user_id), KEY teachers_by_name (school_id, last_name, first_name),
  CONSTRAINT teachers_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT teachers_staff FOREIGN KEY (school_id, staff_user_id) REFERENCES staff_users (school_id, id)
) ENGINE=InnoDB;

CREATE TABLE classes (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, name VARCHAR(40) NOT NULL, position SMALLINT NOT NULL DEFAULT 0,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL DEFAULT (UUID()),
  UNIQUE KEY classes_public_id (public_id), UNIQUE KEY classes_name (school_id, name),
  UNIQUE KEY classes_in_school (school_id, id), UNIQUE KEY classes_form_key (school_id, form_key),
  CONSTRAINT classes_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

CREATE TABLE subjects (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, name VARCHAR(80) NOT NULL, code VARCHAR(20) NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL DEFAULT (UUID()),
  UNIQUE KEY subjects_public_id (public_id), UNIQUE KEY subjects_name (school_id, name),
  UNIQUE KEY subjects_in_school (school_id, id), UNIQUE KEY subjects_form_key (school_id, form_key),
  UNIQUE KEY subjects_code (school_id, code),
  CONSTRAINT subjects_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- Subjects taught in a class.
CREATE TABLE class_subjects (
  school_id BIGINT UNSIGNED NOT NULL, class_id BIGINT UNSIGNED NOT NULL, subject_id BIGINT UNSIGNED NOT NULL,
  PRIMARY KEY (class_id, subject_id),
  CONSTRAINT class_subjects_class FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id) ON DELETE CASCADE,
  CONSTRAINT class_subjects_subject FOREIGN KEY (school_id, subject_id) REFERENCES subjects (school_id, id)
) ENGINE=InnoDB;

CREATE TABLE sections (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, class_id BIGINT UNSIGNED NOT NULL, name VARCHAR(20) NOT NULL,
  capacity SMALLINT UNSIGNED NOT NULL, class_teacher_id BIGINT UNSIGNED NULL, created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL DEFAULT (UUID()),
  UNIQUE KEY sections_public_id (public_id), UNIQUE KEY sections_name (class_id, name),
  UNIQUE KEY sections_in_class (school_id, class_id, id), UNIQUE KEY sections_in_school (school_id, id),
  UNIQUE KEY sections_form_key (school_id, form_key),
  CONSTRAINT sections_class FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id),
  CONSTRAINT sections_class_teacher FOREIGN KEY (school_id, class_teacher_id) REFERENCES teachers (school_id, id),
  CONSTRAINT sections_capacity CHECK (capacity BETWEEN 1 AND 500)
) ENGINE=InnoDB;

-- One row per section and session with students: its count enforces the seat limit. The limit is copied here because
-- a CHECK cannot read another table.
CREATE TABLE section_seats (
  section_id BIGINT UNSIGNED NOT NULL, academic_session_id BIGINT UNSIGNED NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, taken SMALLINT UNSIGNED NOT NULL DEFAULT 0, capacity SMALLINT UNSIGNED NOT NULL,
  PRIMARY KEY (section_id, academic_session_id),
  CONSTRAINT section_seats_section FOREIGN KEY (section_id) REFERENCES sections (id) ON DELETE CASCADE,
  CONSTRAINT section_seats_session FOREIGN KEY (school_id, academic_session_id)
    REFERENCES academic_sessions (school_id, id) ON DELETE CASCADE,
  CONSTRAINT section_seats_limit CHECK (taken <= capacity)
) ENGINE=InnoDB;

-- == Students ==

-- password_hash NULL: no password is chosen; the date of birth activates the account. version counts every change of
-- any section: a save with an older version shows the changes in between. activation_round changes the activation
-- code when the office resets an account. first_password_key: form that last reset the student to the first password;
-- submitting it again must not invalidate the printed slip.
CREATE TABLE students (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, enrollment_number VARCHAR(30) NOT NULL, first_name VARCHAR(60) NOT NULL,
  last_name VARCHAR(60) NOT NULL, gender ENUM('Male','Female','Other') NOT NULL, date_of_birth DATE NOT NULL,
  category ENUM('General','SC','ST','OBC','Other') NOT NULL,
  religion ENUM('Hindu','Muslim','Christian','Sikh','Buddhist','Jain','Other') NULL,
  mobile_number CHAR(10) COLLATE utf8mb4_bin NOT NULL, email VARCHAR(190) NULL,
  language ENUM('en','hi','gu') NOT NULL DEFAULT 'en', rte TINYINT NOT NULL DEFAULT 0, nic_id VARCHAR(30) NULL,
  sr_no VARCHAR(30) NULL, photo_file_id BIGINT UNSIGNED NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  status ENUM('active','inactive','left') NOT NULL DEFAULT 'active', left_on DATE NULL,
  leaving_reason VARCHAR(200) NULL, password_hash VARCHAR(200) NULL, password_changed_at DATETIME(3) NULL,
  activation_round INT UNSIGNED NOT NULL DEFAULT 0, first_password_key VARCHAR(40) COLLATE utf8mb4_bin NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY students_public_id (public_id), UNIQUE KEY students_enrollment_number (school_id, enrollment_number),
  UNIQUE KEY students_in_school (school_id, id), KEY students_by_name (school_id, last_name, first_name),
  KEY students_by_email (email), KEY students_by_mobile (mobile_number),
  CONSTRAINT students_photo FOREIGN KEY (photo_file_id) REFERENCES files (id),
  CONSTRAINT students_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT students_left CHECK ((status = 'left') = (left_on IS NOT NULL))
) ENGINE=InnoDB;

CREATE TABLE student_addresses (
  student_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL, address VARCHAR(300) NOT NULL,
  updated_at DATETIME(3) NOT NULL, permanent_house_no VARCHAR(60) NULL, permanent_street VARCHAR(120) NULL,
  pin CHAR(6) COLLATE utf8mb4_bin NULL, permanent_state VARCHAR(60) NULL, permanent_district VARCHAR(60) NULL,
  permanent_post_office VARCHAR(60) NULL, permanent_area_type ENUM('rural','city','nagar_palika','nagar_nigam') NULL,
  permanent_village VARCHAR(80) NULL, permanent_panchayat VARCHAR(80) NULL, permanent_block VARCHAR(80) NULL,
  permanent_colony VARCHAR(80) NULL, permanent_city_name VARCHAR(80) NULL, permanent_city_ward VARCHAR(40) NULL,
  permanent_nagar_palika_name VARCHAR(80) NULL, permanent_nagar_palika_ward VARCHAR(40) NULL,
  permanent_nagar_nigam_name VARCHAR(80) NULL, permanent_zone_name VARCHAR(80) NULL,
  permanent_nagar_nigam_ward VARCHAR(40) NULL, current_house_no VARCHAR(60) NULL, current_street VARCHAR(120) NULL,
  current_pincode CHAR(6) COLLATE utf8mb4_bin NULL, current_state VARCHAR(60) NULL, current_district VARCHAR(60) NULL,
  current_post_office VARCHAR(60) NULL, current_area_type ENUM('rural','city','nagar_palika','nagar_nigam') NULL,
  current_village VARCHAR(80) NULL, current_panchayat VARCHAR(80) NULL, current_block VARCHAR(80) NULL,
  current_colony VARCHAR(80) NULL, current_city_name VARCHAR(80) NULL, current_city_ward VARCHAR(40) NULL,
  current_nagar_palika_name VARCHAR(80) NULL, current_nagar_palika_ward VARCHAR(40) NULL,
  current_nagar_nigam_name VARCHAR(80) NULL, current_zone_name VARCHAR(80) NULL,
  current_nagar_nigam_ward VARCHAR(40) NULL, same_as_permanent TINYINT NOT NULL DEFAULT 0,
  distance_from_school VARCHAR(20) NULL,
  CONSTRAINT student_addresses_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

CREATE TABLE guardians (
  student_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  father_name VARCHAR(120) NOT NULL, mother_name VARCHAR(120) NOT NULL, updated_at DATETIME(3) NOT NULL,
  father_occupation VARCHAR(40) NULL, father_mobile CHAR(10) COLLATE utf8mb4_bin NULL, father_aadhar VARCHAR(200) NULL,
  father_aadhar_end CHAR(4) COLLATE utf8mb4_bin NULL, father_education VARCHAR(80) NULL,
  father_income VARCHAR(40) NULL, mother_occupation VARCHAR(40) NULL, mother_mobile CHAR(10) COLLATE utf8mb4_bin NULL,
  mother_aadhar VARCHAR(200) NULL, mother_aadhar_end CHAR(4) COLLATE utf8mb4_bin NULL,
  mother_education VARCHAR(80) NULL, mother_income VARCHAR(40) NULL, guardian_name VARCHAR(120) NULL,
  guardian_relation ENUM('Uncle','Aunt','Grandfather','Grandmother','Brother','Sister','Neighbor','NGO','Other') NULL,
  guardian_occupation VARCHAR(40) NULL, guardian_mobile CHAR(10) COLLATE utf8mb4_bin NULL,
  guardian_aadhar VARCHAR(200) NULL, guardian_aadhar_end CHAR(4) COLLATE utf8mb4_bin NULL,
  guardian_education VARCHAR(80) NULL, guardian_income VARCHAR(40) NULL,
  CONSTRAINT guardians_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

-- Roll number and section come from the enrollment, so they have no column here.
CREATE TABLE academic_infos (
  student_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  previous_school VARCHAR(160) NULL, previous_board VARCHAR(80) NULL, previous_class VARCHAR(40) NULL,
  previous_year VARCHAR(20) NULL, previous_result VARCHAR(40) NULL, previous_school_address VARCHAR(300) NULL,
  admission_class VARCHAR(40) NULL, admission_date DATE NULL, admission_number VARCHAR(30) NULL,
  medium ENUM('English','Hindi','Gujarati','Other') NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY academic_infos_admission_number (school_id, admission_number),
  CONSTRAINT academic_infos_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

CREATE TABLE additional_infos (
  student_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL, travel_mode VARCHAR(40) NULL,
  travel_details VARCHAR(200) NULL, staying_with VARCHAR(40) NULL, staying_details VARCHAR(200) NULL,
  medical_conditions VARCHAR(300) NULL, allergies VARCHAR(300) NULL, emergency_contact_name VARCHAR(120) NULL,
  emergency_contact_number CHAR(10) COLLATE utf8mb4_bin NULL, updated_at DATETIME(3) NOT NULL,
  CONSTRAINT additional_infos_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

-- One row per file: only marksheets have more than one, in order.
CREATE TABLE student_documents (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  student_id BIGINT UNSIGNED NOT NULL,
  kind ENUM('student_photo', 'birth_certificate', 'aadhar_card', 'previous_tc', 'previous_report_card',
    'father_photo', 'father_aadhar_doc', 'mother_photo', 'mother_aadhar_doc', 'guardian_photo', 'guardian_aadhar_doc',
    'transfer_certificate', 'character_certificate', 'marksheet') NOT NULL,
  position SMALLINT UNSIGNED NOT NULL DEFAULT 0, file_id BIGINT UNSIGNED NOT NULL, created_at DATETIME(3) NOT NULL,
  UNIQUE KEY student_documents_place (student_id, kind, position), UNIQUE KEY student_documents_file (file_id),
  CONSTRAINT student_documents_of FOREIGN KEY (file_id) REFERENCES files (id),
  CONSTRAINT student_documents_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

-- Changes that a student may only request: the office decides. One open request per field.
CREATE TABLE change_requests (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL,
  field ENUM('first_name','last_name','father_name','mother_name','date_of_birth','category') NOT NULL,
  old_value VARCHAR(120) NOT NULL, new_value VARCHAR(120) NOT NULL, note VARCHAR(300) NULL,
  state ENUM('pending','approved','rejected','withdrawn') NOT NULL DEFAULT 'pending', reason VARCHAR(200) NULL,
  decided_by BIGINT UNSIGNED NULL, decided_at DATETIME(3) NULL, created_at DATETIME(3) NOT NULL,
  is_open TINYINT GENERATED ALWAYS AS (IF(state = 'pending',1,NULL)) VIRTUAL,
  UNIQUE KEY change_requests_public_id (public_id), UNIQUE KEY change_requests_one_open (student_id, field, is_open),
  KEY change_requests_by_state (school_id, state, created_at),
  CONSTRAINT change_requests_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

-- A student who left mid-session released the seat; roll number and row stay for the register.
CREATE TABLE enrollments (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL,
  academic_session_id BIGINT UNSIGNED NOT NULL, class_id BIGINT UNSIGNED NOT NULL, section_id BIGINT UNSIGNED NOT NULL,
  roll_number SMALLINT UNSIGNED NULL, enrolled_on DATE NOT NULL,
  status ENUM('studying','left') NOT NULL DEFAULT 'studying', left_on DATE NULL, created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  UNIQUE KEY enrollments_public_id (public_id),
  UNIQUE KEY enrollments_once_a_session (student_id, academic_session_id),
  UNIQUE KEY enrollments_of_student (school_id, student_id, id),
  UNIQUE KEY enrollments_roll_number (academic_session_id, section_id, roll_number),
  KEY enrollments_of_class (school_id, academic_session_id, class_id),
  CONSTRAINT enrollments_section FOREIGN KEY (school_id, class_id, section_id) REFERENCES sections (school_id, class_id, id),
  CONSTRAINT enrollments_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id),
  CONSTRAINT enrollments_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CONSTRAINT enrollments_left CHECK ((status = 'left') = (left_on IS NOT NULL))
) ENGINE=InnoDB;

-- == Guardians ==

-- The older table guardians has the parents' data of a student's form; these rows are persons. mobile_state: 'wrong'
-- is an unused number or a stranger's; nothing is sent to it.
CREATE TABLE family_guardians (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, account_id BIGINT UNSIGNED NULL, name VARCHAR(120) NOT NULL,
  mobile_number VARCHAR(10) COLLATE utf8mb4_bin NULL,
  mobile_state ENUM('unproved','proved','wrong') NOT NULL DEFAULT 'unproved', email VARCHAR(190) NULL,
  email_state ENUM('unproved','proved','wrong') NOT NULL DEFAULT 'unproved', language ENUM('en','hi','gu') NULL,
  version INT UNSIGNED NOT NULL DEFAULT 1, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY family_guardians_public_id (public_id), UNIQUE KEY family_guardians_form_key (school_id, form_key),
  UNIQUE KEY family_guardians_of_school (school_id, id),
  UNIQUE KEY family_guardians_of_account (school_id, account_id),
  KEY family_guardians_by_mobile (school_id, mobile_number), KEY family_guardians_by_account (account_id),
  CONSTRAINT family_guardians_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- Belongs to no school: a school's own row refers to it after the person has activated the school's invitation.
CREATE TABLE guardian_accounts (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  name VARCHAR(120) NOT NULL, mobile_number VARCHAR(10) COLLATE utf8mb4_bin NULL, email VARCHAR(190) NULL,
  password_hash VARCHAR(200) NOT NULL, password_changed_at DATETIME(3) NOT NULL, language ENUM('en','hi','gu') NULL,
  status ENUM('active','inactive') NOT NULL DEFAULT 'active', created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY guardian_accounts_public_id (public_id), KEY guardian_accounts_by_mobile (mobile_number, status),
  KEY guardian_accounts_by_email (email, status)
) ENGINE=InnoDB;

-- Rights of one guardian for one child. shut_out_at: the student is 18 and lets no guardian view or pay.
CREATE TABLE guardian_links (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, guardian_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL,
  relation ENUM('father','mother','grandparent','guardian','other') NOT NULL, may_see TINYINT NOT NULL,
  may_pay TINYINT NOT NULL, is_told TINYINT NOT NULL, position SMALLINT UNSIGNED NOT NULL DEFAULT 1,
  note VARCHAR(200) NULL, shut_out_at DATETIME(3) NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY guardian_links_public_id (public_id), UNIQUE KEY guardian_links_pair (school_id, guardian_id, student_id),
  KEY guardian_links_of_student (school_id, student_id, position),
  CONSTRAINT guardian_links_guardian FOREIGN KEY (school_id, guardian_id) REFERENCES family_guardians (school_id, id) ON DELETE CASCADE,
  CONSTRAINT guardian_links_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

-- One per guardian: a newer invitation replaces it. Code and contact are keyed digests: a stolen backup activates
-- nothing.
CREATE TABLE guardian_invitations (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  guardian_id BIGINT UNSIGNED NOT NULL, code_hash CHAR(64) COLLATE utf8mb4_bin NOT NULL,
  contact_hash CHAR(64) COLLATE utf8mb4_bin NOT NULL, wrong_tries INT UNSIGNED NOT NULL DEFAULT 0,
  created_at DATETIME(3) NOT NULL, expires_at DATETIME(3) NOT NULL, used_at DATETIME(3) NULL,
  sent_by ENUM('slip','mail') NOT NULL DEFAULT 'slip',
  UNIQUE KEY guardian_invitations_code (code_hash), UNIQUE KEY guardian_invitations_guardian (school_id, guardian_id),
  CONSTRAINT guardian_invitations_guardian FOREIGN KEY (school_id, guardian_id)
    REFERENCES family_guardians (school_id, id) ON DELETE CASCADE
) ENGINE=InnoDB;

CREATE TABLE guardian_batches (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, made_by VARCHAR(120) NOT NULL,
  guardian_count INT UNSIGNED NOT NULL, link_count INT UNSIGNED NOT NULL, created_at DATETIME(3) NOT NULL,
  undone_at DATETIME(3) NULL, undone_by VARCHAR(120) NULL,
  UNIQUE KEY guardian_batches_public_id (public_id), UNIQUE KEY guardian_batches_form_key (school_id, form_key),
  KEY guardian_batches_of_school (school_id, id),
  CONSTRAINT guardian_batches_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- Links created by a batch, and whether it also created the guardian. Rows outlive link and guardian: a link that
-- remains after undoing was changed manually.
CREATE TABLE guardian_batch_links (
  batch_id BIGINT UNSIGNED NOT NULL, school_id BIGINT UNSIGNED NOT NULL,
  link_public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL, guardian_public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  is_new_guardian TINYINT NOT NULL,
  PRIMARY KEY (batch_id, link_public_id), KEY guardian_batch_links_of_school (school_id),
  CONSTRAINT guardian_batch_links_batch FOREIGN KEY (batch_id) REFERENCES guardian_batches (id),
  CONSTRAINT guardian_batch_links_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- == Sign-in ==

-- id_hash: SHA-256 of the cookie's random id, so a stolen backup opens no session. opened_from: public id of the
-- guardian's session that opened this student's pages; they stay open only as long as that session.
CREATE TABLE sessions (
  id_hash CHAR(64) COLLATE utf8mb4_bin NOT NULL PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NULL, student_id BIGINT UNSIGNED NULL, staff_user_id BIGINT UNSIGNED NULL,
  guardian_account_id BIGINT UNSIGNED NULL, opened_from CHAR(12) COLLATE utf8mb4_bin NULL,
  stage ENUM('full','choose-password','second-factor') NOT NULL, idle_minutes INT UNSIGNED NOT NULL,
  lifetime_minutes INT UNSIGNED NOT NULL, confirmed_at DATETIME(3) NULL, created_at DATETIME(3) NOT NULL,
  seen_at DATETIME(3) NOT NULL, expires_at DATETIME(3) NOT NULL, device_browser VARCHAR(40) COLLATE utf8mb4_bin NULL,
  device_system VARCHAR(40) COLLATE utf8mb4_bin NULL, opened_network VARCHAR(40) COLLATE utf8mb4_bin NULL,
  seen_network VARCHAR(40) COLLATE utf8mb4_bin NULL, passkey_challenge CHAR(43) COLLATE utf8mb4_bin NULL,
  passkey_asked_at DATETIME(3) NULL,
  UNIQUE KEY sessions_public_id (public_id), KEY sessions_of_student (student_id),
  KEY sessions_of_staff (staff_user_id), KEY sessions_by_expiry (expires_at),
  KEY sessions_of_guardian (guardian_account_id),
  CONSTRAINT sessions_guardian FOREIGN KEY (guardian_account_id) REFERENCES guardian_accounts (id) ON DELETE CASCADE,
  CONSTRAINT sessions_staff FOREIGN KEY (school_id, staff_user_id) REFERENCES staff_users (school_id, id) ON DELETE CASCADE,
  CONSTRAINT sessions_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id) ON DELETE CASCADE,
  CONSTRAINT sessions_one_account CHECK ((student_id IS NOT NULL) + (staff_user_id IS NOT NULL) + (guardian_account_id IS NOT NULL) = 1
    AND (guardian_account_id IS NULL) = (school_id IS NOT NULL) AND (opened_from IS NULL OR student_id IS NOT NULL))
) ENGINE=InnoDB;

-- credential_id: at most 1,023 bytes by WebAuthn, unique among all accounts. public_key: COSE, as the passkey
-- returned it. transports: comma-separated. passkeys_factor deletes passkeys together with the app codes, so that
-- there is always an alternative.
CREATE TABLE passkeys (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, staff_user_id BIGINT UNSIGNED NOT NULL, credential_id VARBINARY(1023) NOT NULL,
  public_key VARBINARY(1024) NOT NULL, counter INT UNSIGNED NOT NULL,
  transports VARCHAR(60) COLLATE utf8mb4_bin NOT NULL, name VARCHAR(60) NOT NULL, created_at DATETIME(3) NOT NULL,
  last_used_at DATETIME(3) NULL,
  UNIQUE KEY passkeys_public_id (public_id), UNIQUE KEY passkeys_credential (credential_id),
  KEY passkeys_of_staff (school_id, staff_user_id),
  CONSTRAINT passkeys_factor FOREIGN KEY (staff_user_id) REFERENCES staff_factors (staff_user_id) ON DELETE CASCADE,
  CONSTRAINT passkeys_staff FOREIGN KEY (school_id, staff_user_id) REFERENCES staff_users (school_id, id) ON DELETE CASCADE
) ENGINE=InnoDB;

-- A browser that has signed in to this account before: the sign-in delay does not apply to it when the password is
-- right.
CREATE TABLE device_cookies (
  id_hash CHAR(64) COLLATE utf8mb4_bin NOT NULL, account VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL, expires_at DATETIME(3) NOT NULL,
  PRIMARY KEY (id_hash, account), KEY device_cookies_by_account (account), KEY device_cookies_by_expiry (expires_at)
) ENGINE=InnoDB;

CREATE TABLE password_resets (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, token_hash CHAR(64) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NULL, student_id BIGINT UNSIGNED NULL, staff_user_id BIGINT UNSIGNED NULL,
  guardian_account_id BIGINT UNSIGNED NULL, expires_at DATETIME(3) NOT NULL, used_at DATETIME(3) NULL,
  created_at DATETIME(3) NOT NULL,
  UNIQUE KEY password_resets_token (token_hash), KEY password_resets_by_expiry (expires_at),
  CONSTRAINT password_resets_guardian FOREIGN KEY (guardian_account_id) REFERENCES guardian_accounts (id) ON DELETE CASCADE,
  CONSTRAINT password_resets_staff FOREIGN KEY (school_id, staff_user_id) REFERENCES staff_users (school_id, id) ON DELETE CASCADE,
  CONSTRAINT password_resets_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id) ON DELETE CASCADE,
  CONSTRAINT password_resets_one_account CHECK ((student_id IS NOT NULL) + (staff_user_id IS NOT NULL) + (guardian_account_id IS NOT NULL) = 1
    AND (guardian_account_id IS NULL) = (school_id IS NOT NULL))
) ENGINE=InnoDB;

-- A new e-mail address becomes valid when its owner opens the mailed link.
CREATE TABLE email_changes (
  student_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL, new_email VARCHAR(190) NOT NULL,
  token_hash CHAR(64) COLLATE utf8mb4_bin NOT NULL, expires_at DATETIME(3) NOT NULL, created_at DATETIME(3) NOT NULL,
  UNIQUE KEY email_changes_token (token_hash),
  CONSTRAINT email_changes_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

-- Links that undo a change of a student's sign-in names, one per mail to the previous address: the values to restore,
-- and the current values while only the student has changed them (NULL after a change by another person, which
-- invalidates the link).
CREATE TABLE sign_in_undos (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  student_id BIGINT UNSIGNED NOT NULL, token_hash CHAR(64) COLLATE utf8mb4_bin NOT NULL,
  old_email VARCHAR(190) COLLATE utf8mb4_bin NOT NULL, old_mobile CHAR(10) COLLATE utf8mb4_bin NOT NULL,
  standing_email VARCHAR(190) COLLATE utf8mb4_bin NULL, standing_mobile CHAR(10) COLLATE utf8mb4_bin NULL,
  expires_at DATETIME(3) NOT NULL, used_at DATETIME(3) NULL, created_at DATETIME(3) NOT NULL,
  UNIQUE KEY sign_in_undos_token (token_hash), KEY sign_in_undos_of_student (school_id, student_id),
  KEY sign_in_undos_old (expires_at),
  CONSTRAINT sign_in_undos_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

-- Foreign keys of tables that were made before the table to which they lead
ALTER TABLE family_guardians
  ADD CONSTRAINT family_guardians_account FOREIGN KEY (account_id) REFERENCES guardian_accounts (id);
`)
